import { mkdir, rm } from 'node:fs/promises';
import { artifactKeys } from '../../../contract/index.ts';
import { limitConcurrency } from '../../../limit-concurrency.ts';
import type { Beatmaps, MapFiles } from '../../beatmaps/index.ts';

/** Which map to read, and from where. */
export interface MapSource {
  readonly md5: string;
  /** The set that clients uploaded with their replays; null: what the service itself has. */
  readonly setId: string | null;
}

/** Two sources with the same key are the same map in the same set. */
export function keyOfSource({ md5, setId }: MapSource): string {
  return `${setId ?? ''}/${md5.toLowerCase()}`;
}

/** Reads the files that describe a map, for pages that show it before a render. */
export interface MapReader {
  /** Null if the service does not have the map. */
  read(source: MapSource): Promise<MapFiles | null>;
}

export interface MapReaderOptions {
  readonly beatmaps: Pick<Beatmaps, 'readMap'>;
  /** Returns an unused path. */
  readonly newPath: () => string;
  readonly now?: () => number;
}

/** Each read needs disk space for a set from a bucket, and waits for one child process. */
const maxRunning = 2;
/** A page requests the picture right after the map. Both together have at most 16 MB. */
const maxKept = 4;
const keptMs = 60_000;

export function createMapReader({ beatmaps, newPath, now = Date.now }: MapReaderOptions): MapReader {
  const limit = limitConcurrency(maxRunning);
  const kept = new Map<string, { readonly files: Promise<MapFiles | null>; readonly until: number }>();

  async function readMap({ md5, setId }: MapSource): Promise<MapFiles | null> {
    const folder = newPath();
    await mkdir(folder);
    try {
      return await beatmaps.readMap(md5, { folder, setKey: setId && artifactKeys.beatmap(setId) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  function drop(key: string): void {
    kept.delete(key);
  }

  return {
    async read(source) {
      if (!/^[0-9a-f]{32}$/i.test(source.md5)) return null;
      for (const [key, { until }] of kept) if (until <= now()) drop(key);
      const key = keyOfSource(source);
      const known = kept.get(key);
      if (known !== undefined) return known.files;
      const files = limit(() => readMap(source));
      kept.set(key, { files, until: now() + keptMs });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) drop(oldest);
      // A map that is missing now may be there at the next request.
      files.then(
        (found) => found === null && drop(key),
        () => drop(key),
      );
      return files;
    },
  };
}
