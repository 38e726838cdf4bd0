import { once } from 'node:events';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import type { Storage } from '../storage/index.ts';
import type { BeatmapSet } from './beatmap-set.ts';
import { writeCapped } from './download.ts';
import { createHasher, type HasherOptions } from './hasher.ts';
import { type LibraryOptions, openLibrary } from './library.ts';
import { mirrorsOf } from './mirror-table.ts';
import { createMirrors, lookupsOfMirrors, type MirrorsOptions } from './mirrors.ts';
import { createOsuApi, type OsuApiOptions } from './osu-api.ts';

/** A beatmap by its MD5: from the operator's library, from storage, from the mirrors, in this order. */
export interface Beatmaps {
  /**
   * Throws `beatmap/not-found`, or `beatmap/unavailable` when nobody could be asked. What has to be fetched is put
   * into `folder`, which is the caller's.
   */
  find(beatmapMd5: string, into: Into): Promise<FoundBeatmap>;
  /** A map that is at hand, in the library or in storage: nothing is fetched and no mirror asked. Null otherwise. */
  known(beatmapMd5: string): Promise<KnownBeatmap | null>;
  stop(): Promise<void>;
}

export interface FoundBeatmap extends BeatmapSet {
  readonly from: 'library' | 'storage' | 'mirror';
}

export type KnownBeatmap =
  | (BeatmapSet & { readonly from: 'library' })
  /** The key of its .osz. */
  | { readonly from: 'storage'; readonly key: string };

export interface BeatmapsOptions {
  /** The library's; what is known of its files is kept beside it. */
  readonly folder: string;
  readonly storage: Storage;
  readonly mirrors: 'public' | readonly string[];
  /** Asked for the set of a map before the mirrors are. */
  readonly osuApi?: OsuApiOptions | null;
  readonly maxBytes: number;
  readonly onTrouble?: MirrorsOptions['onTrouble'];
  readonly onLibraryTrouble?: LibraryOptions['onTrouble'];
  readonly hasher?: HasherOptions;
}

/** How long a map that is nowhere else is waited for, while the library is being read. */
const longestReadingMs = 10 * 60_000;

export async function openBeatmaps(options: BeatmapsOptions): Promise<Beatmaps> {
  const { folder, storage, maxBytes, osuApi, onTrouble } = options;
  const hasher = createHasher(options.hasher);
  const onLibraryTrouble = options.onLibraryTrouble;
  const library = await openLibrary({ folder, indexFile: `${folder}.index`, hasher, onTrouble: onLibraryTrouble });
  const holds = async (path: string, md5: string) => (await hasher.md5sOf(path)).includes(md5);
  const mirrors = createMirrors({
    ...{ mirrors: mirrorsOf(options.mirrors), maxBytes, holds, onTrouble },
    lookups: [...(osuApi ? [createOsuApi(osuApi)] : []), ...lookupsOfMirrors()],
  });

  async function find(md5: string, { folder, signal }: Into): Promise<FoundBeatmap> {
    const wanted = wantedOf(md5);
    if (wanted === null) throw notFound(md5);
    const path = join(folder, 'beatmap.osz');
    const own = await library.find(wanted);
    if (own !== null) return { ...own, from: 'library' };
    const mayComeLate = library.isReading;
    if (await fetchStored(wanted, path, signal)) return { kind: 'archive', path, from: 'storage' };
    const answer = await mirrors.fetch(wanted, path, { signal });
    if (answer === 'found') {
      await storage.putFile(cacheKey(wanted), path, { signal });
      return { kind: 'archive', path, from: 'mirror' };
    }
    const late = mayComeLate ? await findLate(wanted, signal) : null;
    if (late !== null) return { ...late, from: 'library' };
    if (answer === 'too-large') throw new Failure('archive/too-large', `The set has more than ${maxBytes} bytes.`);
    if (answer === 'unreachable') throw new Failure('beatmap/unavailable');
    throw notFound(md5);
  }

  async function known(md5: string): Promise<KnownBeatmap | null> {
    const wanted = wantedOf(md5);
    if (wanted === null) return null;
    const own = await library.find(wanted);
    if (own !== null) return { ...own, from: 'library' };
    const key = cacheKey(wanted);
    return (await storage.stat(key)) === null ? null : { from: 'storage', key };
  }

  /** What lies in storage was checked when it was put there, but it may have been put there by hand. */
  async function fetchStored(md5: string, path: string, signal: AbortSignal | undefined): Promise<boolean> {
    const stored = await storage.get(cacheKey(md5), { signal });
    if (stored === null) return false;
    await writeCapped(stored.stream, path, { maxBytes: Number.POSITIVE_INFINITY, signal });
    return holds(path, md5);
  }

  /** A library of many gigabytes takes its time when it is new; a map that may still be found in it is worth waiting. */
  async function findLate(md5: string, signal: AbortSignal | undefined): Promise<BeatmapSet | null> {
    const longest = AbortSignal.timeout(longestReadingMs);
    const ends = signal ? AbortSignal.any([longest, signal]) : longest;
    await Promise.race([library.settled(), once(ends, 'abort')]);
    signal?.throwIfAborted();
    return library.find(md5);
  }

  return {
    find,
    known,
    async stop() {
      await Promise.all([library.stop(), hasher.stop()]);
    },
  };
}

interface Into {
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** It comes from a replay, or from an address, and will be part of a key and of addresses. */
function wantedOf(md5: string): string | null {
  const wanted = md5.toLowerCase();
  return /^[0-9a-f]{32}$/.test(wanted) ? wanted : null;
}

function cacheKey(md5: string): string {
  return `beatmaps/${md5}.osz`;
}

function notFound(md5: string): Failure {
  const shown = JSON.stringify(md5.slice(0, 64));
  return new Failure('beatmap/not-found', `No beatmap with the MD5 ${shown} is in the library or on a mirror.`);
}
