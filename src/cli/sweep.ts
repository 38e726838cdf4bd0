import type { Log } from '../log.ts';
import type { Jobs, Queue } from '../service/jobs/index.ts';
import type { Storage } from '../service/storage/index.ts';

const sweepEveryMs = 30_000;
/** A job of a lost worker should not seem to be rendered for longer than its worker's heartbeat. */
const requeueEveryMs = 2_000;
/** Whoever ends a job clears its parts away; this is for what they could not. */
const sweepSegmentsEveryMs = 10 * 60_000;

export interface Sweeping {
  readonly jobs: Pick<Jobs, 'sweep' | 'sweepSegments'>;
  readonly queue: Pick<Queue, 'requeueLost'>;
  readonly storage: Storage;
  readonly log: Log;
}

/** Sweeps up after killed processes, now and then and at once. Answers the function that stops it. */
export function startSweeping({ jobs, queue, storage, log }: Sweeping): () => Promise<void> {
  const stops = [
    repeat(sweepEveryMs, log, async () => {
      const { abandoned } = await jobs.sweep();
      if (abandoned > 0) log.warn({ abandoned }, 'failed the jobs whose replays were never stored');
    }),
    repeat(requeueEveryMs, log, async () => {
      const lost = await queue.requeueLost();
      if (lost > 0) log.warn({ lost }, 'the jobs of lost workers are queued again');
    }),
    repeat(sweepSegmentsEveryMs, log, async () => {
      const parts = await jobs.sweepSegments(storage);
      if (parts > 0) log.info({ parts }, 'removed parts of jobs that have ended');
    }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Whatever goes wrong, and however long it takes, there is a next time, and never two at once. */
export function repeat(everyMs: number, log: Log, sweep: () => Promise<void>): () => Promise<void> {
  let sweeping: Promise<void> | null = null;
  function start(): void {
    sweeping ??= sweep()
      .catch((err) => log.warn({ err }, 'a sweep failed; it is tried again'))
      .finally(() => {
        sweeping = null;
      });
  }
  start();
  const timer = setInterval(start, everyMs);
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
