import { mkdir, rm } from 'node:fs/promises';
import { Failure } from '../../../failure.ts';
import { limitConcurrency } from '../../../limit-concurrency.ts';
import type { Beatmaps } from '../../beatmaps/index.ts';

/** Downloads beatmap sets for the live player before a worker needs them. */
export interface BeatmapFetcher {
  /** Resolves when the service has the beatmap set. Throws `beatmap/not-yet` if that takes too long for one request. */
  fetch(beatmapMd5: string): Promise<void>;
  /** Aborts all downloads. */
  stop(): Promise<void>;
}

export interface BeatmapFetcherOptions {
  readonly beatmaps: Pick<Beatmaps, 'find'>;
  /** Returns an unused path. */
  readonly newPath: () => string;
  /** How long a request waits for a download. */
  readonly requestTimeoutMs?: number;
  /** How long a download may take in the background. */
  readonly downloadTimeoutMs?: number;
  /** How long a failed download is not repeated. */
  readonly retryDelayMs?: number;
}

/** Each download needs disk space, and a child process to hash its files. */
const maxRunning = 2;
/** The maximum number of running, waiting and recently failed downloads. */
const maxEntries = 20;

/**
 * Each beatmap set is downloaded once, however many requests wait for it. A download continues after its requests have
 * timed out, so that a later request or the worker finds the set.
 */
export function createBeatmapFetcher(options: BeatmapFetcherOptions): BeatmapFetcher {
  const { beatmaps, newPath } = options;
  const { requestTimeoutMs = 5_000, downloadTimeoutMs = 6 * 60_000, retryDelayMs = 60_000 } = options;
  const limit = limitConcurrency(maxRunning);
  const downloads = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function download(md5: string): Promise<void> {
    const folder = newPath();
    await mkdir(folder);
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(downloadTimeoutMs)]);
      await beatmaps.find(md5, { folder, signal });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  function start(md5: string): Promise<void> {
    if (downloads.size >= maxEntries) throw new Failure('beatmap/not-yet');
    const downloading = limit(() => download(md5));
    downloads.set(md5, downloading);
    downloading.then(
      () => downloads.delete(md5),
      // The page repeats its request every few seconds; not every one needs a request to the mirrors.
      () => setTimeout(() => downloads.delete(md5), retryDelayMs).unref(),
    );
    return downloading;
  }

  return {
    async fetch(md5) {
      const downloading = downloads.get(md5) ?? start(md5);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Failure('beatmap/not-yet')), requestTimeoutMs);
      });
      try {
        await Promise.race([downloading, timeout]);
      } finally {
        clearTimeout(timer);
      }
    },
    async stop() {
      stopping.abort(new Error('The service stops.'));
      await Promise.allSettled(downloads.values());
    },
  };
}
