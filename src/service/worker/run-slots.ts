import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue, QueueEntry, TakenEntry } from '../jobs/index.ts';
import type { AttemptResult } from './attempt/end-attempt.ts';
import { neverRefused, type ReportingWatch } from './reporting/reporting-watch.ts';

/** Renders the jobs and segments of the queue. */
export interface Worker {
  /** Accepts no more entries, and finishes or requeues the running renders. Calling it twice is harmless. */
  stop(): Promise<void>;
}

/** Where a worker gets its entries from. */
export interface EntrySource extends Pick<Queue, 'work' | 'registerWorker'> {
  /** Ends the worker's right to an entry, and lets no worker take it before `afterSeconds` have passed. */
  putBack(entry: QueueEntry, afterSeconds: number): Promise<void>;
}

export interface SlotOptions {
  /** The number of concurrent renders. */
  readonly size: number;
  /** The host and the process id, for operators. */
  readonly name: string;
  readonly version: string;
  /** How long a render may continue after `stop`. */
  readonly drainMs: number;
  /** The worker takes no entries while the service does not accept its reports. */
  readonly reporting?: Pick<ReportingWatch, 'untilAccepted' | 'untilRefused'>;
  readonly onAttempt?: () => void;
  readonly onAttemptEnd?: (attempt: { result: AttemptResult['result']; seconds: number }) => void;
}

/** Starts to take entries, each of which `run` handles. */
export async function runSlots(
  source: EntrySource,
  { size, name, version, drainMs, reporting = neverRefused, onAttempt, onAttemptEnd }: SlotOptions,
  run: (entry: TakenEntry, signal: AbortSignal) => Promise<AttemptResult>,
): Promise<Worker> {
  const stopping = new AbortController();
  const draining = new AbortController();
  /** The job of each running attempt. */
  const running = new Map<Promise<unknown>, string>();
  const presence = await source.registerWorker({ slots: 0, name, version }, () => [...running.values()]);

  async function handle(entry: TakenEntry, entrySignal: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([entrySignal, draining.signal]);
    const startedAt = performance.now();
    let result: AttemptResult['result'] = 'lost';
    onAttempt?.();
    const attempt = run(entry, signal);
    running.set(attempt, entry.payload.job_id);
    try {
      const ended = await attempt;
      result = ended.result;
      const { retryAfterSeconds } = ended;
      if (retryAfterSeconds !== null) await source.putBack(entry, retryAfterSeconds);
    } finally {
      running.delete(attempt);
      onAttemptEnd?.({ result, seconds: (performance.now() - startedAt) / 1000 });
    }
  }

  /** Resolves when reports are refused, when an operator drains the worker, or when it stops. */
  async function untilUnavailable(): Promise<void> {
    const done = new AbortController();
    const signal = AbortSignal.any([stopping.signal, done.signal]);
    await Promise.race([reporting.untilRefused(signal), presence.untilDrained(signal)]);
    done.abort();
  }

  /**
   * Handles one entry after another. While reports are refused or the worker drains, a running render continues, but no other
   * starts.
   */
  async function runSlot(): Promise<void> {
    for (;;) {
      await reporting.untilAccepted(stopping.signal);
      await presence.untilResumed(stopping.signal);
      if (stopping.signal.aborted) return;
      const consumer = await source.work(handle);
      presence.setSlots(size);
      await untilUnavailable();
      // Otherwise other workers would split their jobs for this one.
      presence.setSlots(0);
      await consumer.stop();
    }
  }
  const slots = Array.from({ length: size }, runSlot);

  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    stopping.abort();
    await presence.end();
    await Promise.race([Promise.allSettled(running.keys()), sleep(drainMs, undefined, { ref: false })]);
    draining.abort(new Error('The worker is stopping.'));
    await Promise.all(slots);
  }
  return { stop: () => (stopped ??= stop()) };
}
