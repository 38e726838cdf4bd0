import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './retry-decision.ts';

export interface OutageOptions {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Called with each error after which the work is repeated. */
  readonly onOutage: (error: unknown) => void;
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Long, because a finished render is valuable; the worker keeps its claim. */
const maxOutageMs = 10 * 60_000;
const firstWaitMs = 500;
const maxWaitMs = 30_000;

/** Repeats work while the storage or the database is unavailable, so that a short outage does not cost a finished render. */
export async function repeatDuringOutage<T>(work: () => Promise<T>, options: OutageOptions): Promise<T> {
  const {
    signal,
    onOutage,
    now = () => performance.now(),
    wait = (ms, signal) => sleep(ms, undefined, { signal }),
  } = options;
  const startedAt = now();
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      const isOutage = code === 'storage/unavailable' || code === 'database/unavailable';
      if (!isOutage || signal.aborted || now() - startedAt + waitMs > maxOutageMs) throw error;
      onOutage(error);
      await wait(waitMs, signal);
    }
  }
}
