import { once } from 'node:events';
import { join } from 'node:path';
import { artifactKeys } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { Storage } from '../storage/index.ts';
import type { BeatmapSet } from './beatmap-set.ts';
import { createHasher } from './hasher.ts';
import { createIdleChild, type IdleChildOptions } from './idle-child.ts';
import { type LibraryOptions, openLibrary } from './library/library.ts';
import { writeWithLimit } from './mirrors/download.ts';
import { type ConfiguredMirrors, mirrorsOf, redirectHostsOf } from './mirrors/mirror-table.ts';
import { createMirrors, lookupsOfMirrors, type MirrorsOptions } from './mirrors/mirrors.ts';
import type { SetLookup } from './mirrors/set-lookup.ts';
import type { MapFiles, MapTask } from './read-map.ts';

/** Finds a beatmap by its MD5: in the operator's library, in storage, on the mirrors, in this order. */
export interface Beatmaps {
  /**
   * Throws `beatmap/not-found`, or `beatmap/unavailable` if no mirror could be reached. Downloads go
   * to the caller's `folder`.
   */
  find(beatmapMd5: string, into: DownloadTarget): Promise<FoundBeatmap>;
  /** Finds a map in the library or in storage, without downloading; null if neither has it. */
  findLocal(beatmapMd5: string): Promise<LocalBeatmap | null>;
  /**
   * Reads a map in the library or in storage, without downloading it from a mirror; null if neither has it. With `setKey`, only
   * the set with this storage key is read: one that a client uploaded.
   */
  readMap(beatmapMd5: string, into: DownloadTarget & { readonly setKey?: string | null }): Promise<MapFiles | null>;
  /** Whether `find` downloads maps that are neither in the library nor in storage. */
  readonly downloads: boolean;
  stop(): Promise<void>;
}

export interface FoundBeatmap extends BeatmapSet {
  readonly from: 'library' | 'storage' | 'mirror';
}

export type LocalBeatmap =
  | (BeatmapSet & { readonly from: 'library' })
  /** The storage key of its .osz. */
  | { readonly from: 'storage'; readonly key: string };

export interface BeatmapsOptions {
  /** The library's folder; its index file lies next to it. */
  readonly folder: string;
  readonly storage: Storage;
  readonly mirrors: ConfiguredMirrors;
  /** Looks up the set id of a map before the mirrors do. */
  readonly osuApi?: SetLookup | null;
  readonly maxBytes: number;
  readonly onMirrorError?: MirrorsOptions['onError'];
  readonly onLibraryError?: LibraryOptions['onError'];
  /** The child processes that read sets. */
  readonly setChild?: IdleChildOptions;
}

/** How long `find` waits for the library to be indexed if no other source has the map. */
const maxIndexingMs = 10 * 60_000;

export async function openBeatmaps(options: BeatmapsOptions): Promise<Beatmaps> {
  const { folder, storage, maxBytes, osuApi, onMirrorError } = options;
  const hasher = createHasher(options.setChild);
  const library = await openLibrary({
    folder,
    indexFile: `${folder}.index`,
    hasher,
    onError: options.onLibraryError,
  });
  // The hasher may be busy with a large library, so single maps have a child process of their own.
  const mapChild = createIdleChild<MapTask, MapFiles | null>(options.setChild);
  const contains = async (path: string, md5: string) => (await hasher.md5sOf(path)).includes(md5);
  const configured = mirrorsOf(options.mirrors);
  const mirrors = createMirrors({
    mirrors: configured,
    redirectHosts: redirectHostsOf(options.mirrors),
    maxBytes,
    contains,
    onError: onMirrorError,
    lookups: [...(osuApi ? [osuApi] : []), ...lookupsOfMirrors()],
  });

  async function find(md5: string, { folder, signal }: DownloadTarget): Promise<FoundBeatmap> {
    const wanted = normaliseMd5(md5);
    if (wanted === null) throw notFound(md5);
    const path = join(folder, 'beatmap.osz');
    const own = await library.find(wanted);
    if (own !== null) return { ...own, from: 'library' };
    const mayComeLate = library.isReading;
    if (await fetchStored(wanted, path, signal)) return { kind: 'archive', path, from: 'storage' };
    const outcome = await mirrors.fetch(wanted, path, { signal });
    if (outcome === 'found') {
      await storage.putFile(artifactKeys.fetchedBeatmap(wanted), path, { signal });
      return { kind: 'archive', path, from: 'mirror' };
    }
    const late = mayComeLate ? await findLate(wanted, signal) : null;
    if (late !== null) return { ...late, from: 'library' };
    if (outcome === 'too-large') throw new Failure('archive/too-large', `The set has more than ${maxBytes} bytes.`);
    if (outcome === 'unreachable') throw new Failure('beatmap/unavailable');
    throw notFound(md5);
  }

  async function findLocal(md5: string): Promise<LocalBeatmap | null> {
    const wanted = normaliseMd5(md5);
    if (wanted === null) return null;
    const own = await library.find(wanted);
    if (own !== null) return { ...own, from: 'library' };
    const key = artifactKeys.fetchedBeatmap(wanted);
    return (await storage.stat(key)) === null ? null : { from: 'storage', key };
  }

  const readMap: Beatmaps['readMap'] = async (md5, { folder, signal, setKey = null }) => {
    const local = setKey === null ? await findLocal(md5) : ({ from: 'storage', key: setKey } as const);
    if (local === null) return null;
    let set: BeatmapSet;
    if (local.from === 'library') {
      set = { kind: local.kind, path: local.path };
    } else {
      const path = join(folder, 'beatmap.osz');
      const stored = await storage.get(local.key, { signal });
      if (stored === null) return null;
      await writeWithLimit(stored.stream, path, { maxBytes: Number.POSITIVE_INFINITY, signal });
      set = { kind: 'archive', path };
    }
    // A set that breaks the child, or takes too long, has no map to show.
    return mapChild.perform({ set, md5: md5.toLowerCase() }).catch(() => null);
  };

  /** Checks the MD5 again, because an operator may have put the file into storage. */
  async function fetchStored(md5: string, path: string, signal: AbortSignal | undefined): Promise<boolean> {
    const stored = await storage.get(artifactKeys.fetchedBeatmap(md5), { signal });
    if (stored === null) return false;
    await writeWithLimit(stored.stream, path, { maxBytes: Number.POSITIVE_INFINITY, signal });
    return contains(path, md5);
  }

  /** Waits for a large new library to be indexed, because it may contain the map. */
  async function findLate(md5: string, signal: AbortSignal | undefined): Promise<BeatmapSet | null> {
    const timeout = AbortSignal.timeout(maxIndexingMs);
    const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
    await Promise.race([library.settled(), once(ends, 'abort')]);
    signal?.throwIfAborted();
    return library.find(md5);
  }

  return {
    find,
    findLocal,
    readMap,
    downloads: configured.length > 0,
    async stop() {
      await Promise.all([library.stop(), hasher.stop(), mapChild.stop()]);
    },
  };
}

interface DownloadTarget {
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** Validates an untrusted MD5, which becomes part of a storage key and of URLs. */
function normaliseMd5(md5: string): string | null {
  const wanted = md5.toLowerCase();
  return /^[0-9a-f]{32}$/.test(wanted) ? wanted : null;
}

function notFound(md5: string): Failure {
  const quoted = JSON.stringify(md5.slice(0, 64));
  return new Failure('beatmap/not-found', `No beatmap with the MD5 ${quoted} is in the library or on a mirror.`);
}
