import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../log.ts';

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
  const changes = new EventEmitter();
  // Every slot of the worker waits for a change.
  changes.setMaxListeners(0);
  let problem: Error | null = new Error('The service has not responded yet.');

  function update(found: Error | null): void {
    if (found?.message === problem?.message) return;
    problem = found;
    if (found === null) log.info('the service accepts the reports of this worker');
    else log.warn({ err: found }, `no new renders: the service does not accept reports. ${found.message}`);
    changes.emit('change');
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

  async function until(isReached: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isReached() && !signal.aborted) await once(changes, 'change', { signal }).catch(() => {});
  }

  watch();
  return {
    get problem() {
      return problem;
    },
    untilAccepted: (signal) => until(() => problem === null, signal),
    untilRefused: (signal) => until(() => problem !== null, signal),
    stop: () => stopping.abort(),
  };
}
