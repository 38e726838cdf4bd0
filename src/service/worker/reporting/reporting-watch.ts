import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../log.ts';
import { createWatchedValue } from '../../../watched-value.ts';

/** Whether the service accepts this worker's reports. A render whose end cannot be reported is lost. */
export interface ReportingWatch {
  /** Why the service does not accept them; null while it does. */
  readonly problem: Error | null;
  /** Resolves when the service accepts reports, or when the signal aborts. */
  untilAccepted(signal: AbortSignal): Promise<void>;
  /** Resolves when the service does not accept reports, or when the signal aborts. */
  untilRefused(signal: AbortSignal): Promise<void>;
  stop(): void;
}

export interface ReportingWatchOptions {
  /** Throws the reason if the service does not accept reports. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  readonly log: Log;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** For a worker inside the service, which calls it directly. */
export const neverRefused: Pick<ReportingWatch, 'untilAccepted' | 'untilRefused'> = {
  untilAccepted: async () => {},
  untilRefused: async (signal) => {
    if (!signal.aborted) await once(signal, 'abort');
  },
};

const checkEveryMs = 30_000;
/** A service that has just been repaired or restarted should not wait long for its workers. */
const recheckEveryMs = 5_000;

/** Checks from now on, until stopped. */
export function watchReporting(options: ReportingWatchOptions): ReportingWatch {
  const { check, log, wait = (ms, signal) => sleep(ms, undefined, { signal }) } = options;
  const stopping = new AbortController();
  const problem = createWatchedValue<Error | null>(new Error('The service has not responded yet.'));

  function update(found: Error | null): void {
    if (found?.message === problem.current?.message) return;
    if (found === null) log.info('the service accepts the reports of this worker');
    else log.warn({ err: found }, `no new renders: the service does not accept reports. ${found.message}`);
    problem.set(found);
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await check(stopping.signal).then(
        () => null,
        (error: Error) => error,
      );
      if (stopping.signal.aborted) return;
      update(found);
      await wait(found === null ? checkEveryMs : recheckEveryMs, stopping.signal).catch(() => {});
    }
  }

  watch();
  return {
    get problem() {
      return problem.current;
    },
    untilAccepted: (signal) => problem.until((current) => current === null, signal),
    untilRefused: (signal) => problem.until((current) => current !== null, signal),
    stop: () => stopping.abort(),
  };
}
