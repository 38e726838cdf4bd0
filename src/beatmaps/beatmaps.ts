import { join } from 'node:path';
import { Failure } from '../failure.ts';
import type { Storage } from '../storage/index.ts';
import type { BeatmapSet } from './beatmap-set.ts';
import { writeCapped } from './download.ts';
import { createHasher, type HasherOptions } from './hasher.ts';
import { openLibrary } from './library.ts';
import { mirrorsOf } from './mirror-table.ts';
import { createMirrors, lookupsOfMirrors, type MirrorsOptions } from './mirrors.ts';
import { createOsuApi, type OsuApiOptions } from './osu-api.ts';

/** A beatmap by its MD5: from the operator's library, from storage, from the mirrors, in this order. */
export interface Beatmaps {
  /**
   * Throws `beatmap/not-found`, or `beatmap/unavailable` when nobody could be asked. What has to be fetched is put
   * into `folder`, which is the caller's.
   */
  find(beatmapMd5: string, options: { folder: string; signal?: AbortSignal }): Promise<FoundBeatmap>;
  stop(): Promise<void>;
}

export interface FoundBeatmap extends BeatmapSet {
  readonly from: 'library' | 'storage' | 'mirror';
}

export interface BeatmapsOptions {
  /** The library's. */
  readonly folder: string;
  readonly storage: Storage;
  readonly mirrors: 'public' | readonly string[];
  /** Asked for the set of a map before the mirrors are. */
  readonly osuApi?: OsuApiOptions | null;
  readonly maxBytes: number;
  readonly onTrouble?: MirrorsOptions['onTrouble'];
  readonly hasher?: HasherOptions;
}

export async function openBeatmaps(options: BeatmapsOptions): Promise<Beatmaps> {
  const { folder, storage, maxBytes, osuApi, onTrouble } = options;
  const hasher = createHasher(options.hasher);
  const library = await openLibrary(folder, hasher);
  const mirrors = createMirrors({
    mirrors: mirrorsOf(options.mirrors),
    maxBytes,
    holds: async (path, md5) => (await hasher.md5sOf(path)).includes(md5),
    lookups: [...(osuApi ? [createOsuApi(osuApi)] : []), ...lookupsOfMirrors()],
    onTrouble,
  });

  async function find(md5: string, into: { folder: string; signal?: AbortSignal }): Promise<FoundBeatmap> {
    const { signal } = into;
    // It comes from a replay and will be part of a key and of addresses.
    const wanted = md5.toLowerCase();
    if (!/^[0-9a-f]{32}$/.test(wanted)) throw notFound(md5);
    const own = await library.find(wanted);
    if (own !== null) return { ...own, from: 'library' };

    const path = join(into.folder, 'beatmap.osz');
    const key = `beatmaps/${wanted}.osz`;
    const stored = await storage.get(key, { signal });
    if (stored !== null) {
      await writeCapped(stored.stream, path, { maxBytes, signal });
      return { kind: 'archive', path, from: 'storage' };
    }

    const answer = await mirrors.fetch(wanted, path, { signal });
    if (answer === 'too-large') throw new Failure('archive/too-large', `The set has more than ${maxBytes} bytes.`);
    if (answer === 'unreachable') throw new Failure('beatmap/unavailable');
    if (answer === 'unknown') throw notFound(md5);
    await storage.putFile(key, path, { signal });
    return { kind: 'archive', path, from: 'mirror' };
  }

  return { find, stop: () => hasher.stop() };
}

function notFound(md5: string): Failure {
  const shown = JSON.stringify(md5.slice(0, 64));
  return new Failure('beatmap/not-found', `No beatmap with the MD5 ${shown} is in the library or on a mirror.`);
}
