import { mkdir, rm } from 'node:fs/promises';
import { Failure } from '../../failure.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** Maps that somebody wants to see played before a worker has come to fetch them. */
export interface BeatmapFetches {
  /** Resolves when the map is at hand. Throws `beatmap/not-yet` where that takes longer than a request should last. */
  fetch(beatmapMd5: string): Promise<void>;
  /** Gives up what is under way. */
  stop(): Promise<void>;
}

export interface BeatmapFetchesOptions {
  readonly beatmaps: Pick<Beatmaps, 'find'>;
  /** A path nobody uses yet. */
  readonly newPath: () => string;
  /** How long a request waits. */
  readonly patienceMs?: number;
  /** How long a fetch may take that nobody waits for any more. */
  readonly longestMs?: number;
  /** How long it is remembered that a map could not be had. */
  readonly rememberMs?: number;
}

/** Each may hold a download and a child that hashes it. */
const atOnce = 2;
/** More maps than that are refused at once, as if they took too long. */
const mostUnderWay = 20;

/**
 * A map is fetched once however many ask for it, few are fetched at a time, and it goes on while nobody waits: whoever asks
 * again finds it there, as does the worker.
 */
export function createBeatmapFetches(options: BeatmapFetchesOptions): BeatmapFetches {
  const { beatmaps, newPath, patienceMs = 5_000, longestMs = 6 * 60_000, rememberMs = 60_000 } = options;
  const gate = limitConcurrency(atOnce);
  const underWay = new Map<string, Promise<void>>();
  const ends = new AbortController();

  async function fetchInto(md5: string): Promise<void> {
    const folder = newPath();
    await mkdir(folder);
    try {
      const signal = AbortSignal.any([ends.signal, AbortSignal.timeout(longestMs)]);
      await beatmaps.find(md5, { folder, signal });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  function start(md5: string): Promise<void> {
    if (underWay.size >= mostUnderWay) throw new Failure('beatmap/not-yet');
    const fetching = gate(() => fetchInto(md5));
    underWay.set(md5, fetching);
    fetching.then(
      () => underWay.delete(md5),
      // A page asks again and again; the mirrors need not be.
      () => setTimeout(() => underWay.delete(md5), rememberMs).unref(),
    );
    return fetching;
  }

  return {
    async fetch(md5) {
      const fetching = underWay.get(md5) ?? start(md5);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Failure('beatmap/not-yet')), patienceMs);
      });
      try {
        await Promise.race([fetching, late]);
      } finally {
        clearTimeout(timer);
      }
    },
    async stop() {
      ends.abort(new Error('The service stops.'));
      await Promise.allSettled(underWay.values());
    },
  };
}
