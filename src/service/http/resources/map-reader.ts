import { mkdir, rm } from 'node:fs/promises';
import { limitConcurrency } from '../../../limit-concurrency.ts';
import type { Beatmaps, MapFiles } from '../../beatmaps/index.ts';

/** Reads the files that describe a map, for pages that show it before a render. */
export interface MapReader {
  /** Null if the service does not have the map. */
  read(beatmapMd5: string): Promise<MapFiles | null>;
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

  async function readMap(md5: string): Promise<MapFiles | null> {
    const folder = newPath();
    await mkdir(folder);
    try {
      return await beatmaps.readMap(md5, { folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  function drop(md5: string): void {
    kept.delete(md5);
  }

  return {
    async read(beatmapMd5) {
      const md5 = beatmapMd5.toLowerCase();
      if (!/^[0-9a-f]{32}$/.test(md5)) return null;
      for (const [key, { until }] of kept) if (until <= now()) drop(key);
      const known = kept.get(md5);
      if (known !== undefined) return known.files;
      const files = limit(() => readMap(md5));
      kept.set(md5, { files, until: now() + keptMs });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) drop(oldest);
      // A map that is missing now may be there at the next request.
      files.then(
        (found) => found === null && drop(md5),
        () => drop(md5),
      );
      return files;
    },
  };
}
