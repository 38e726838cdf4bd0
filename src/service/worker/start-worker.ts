import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from '../jobs/index.ts';
import { createSkinCache } from './assets/skin-cache.ts';
import type { AttemptResult } from './attempt/end-attempt.ts';
import { runJob } from './job/run-job.ts';
import type { JobRunner } from './job-runner.ts';
import { runSegment } from './segment/run-segment.ts';

/** Renders the jobs and segments of the queue. */
export interface Worker {
  /** Accepts no more entries, and finishes or requeues the running renders. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface WorkerOptions extends Omit<JobRunner, 'skins'> {
  readonly queue: Queue;
  /** The number of concurrent renders. */
  readonly size: number;
  /** How long a render may continue after `stop`. */
  readonly drainMs: number;
  readonly onAttempt?: () => void;
  readonly onAttemptEnd?: (attempt: { result: AttemptResult['result']; seconds: number }) => void;
}

/** Starts to take entries from the queue. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, size, drainMs, onAttempt, onAttemptEnd, ...parts } = options;
  const skins = createSkinCache({ storage: parts.storage, newPath: parts.newFolder });
  const runner: JobRunner = { ...parts, queue, skins };
  const presence = await queue.registerWorker(size);
  const handBack = new AbortController();
  const running = new Set<Promise<unknown>>();

  const consumer = await queue.work({
    concurrency: size,
    async handle({ id, retryCount, payload }, entrySignal) {
      const signal = AbortSignal.any([entrySignal, handBack.signal]);
      const began = performance.now();
      let result: AttemptResult['result'] = 'lost';
      onAttempt?.();
      const { job_id: jobId, segment: number } = payload;
      const attempt =
        number === undefined
          ? runJob(runner, { jobId, queueEntry: id }, signal)
          : runSegment(runner, { jobId, number, queueEntry: id }, signal);
      running.add(attempt);
      try {
        const outcome = await attempt;
        result = outcome.result;
        const { retryAfterSeconds } = outcome;
        if (retryAfterSeconds !== null) await queue.entries.putBack({ id, retryCount }, retryAfterSeconds);
      } finally {
        running.delete(attempt);
        onAttemptEnd?.({ result, seconds: (performance.now() - began) / 1000 });
      }
    },
  });

  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    const idle = consumer.stop();
    await presence.end();
    await Promise.race([Promise.allSettled(running), sleep(drainMs, undefined, { ref: false })]);
    handBack.abort(new Error('The worker stops.'));
    await idle;
    await skins.close();
  }
  return { stop: () => (stopped ??= stop()) };
}
