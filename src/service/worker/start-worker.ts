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
  const { queue, size, drainMs, onAttempt, onAttemptEnd, ...dependencies } = options;
  const skins = createSkinCache({ storage: dependencies.storage, newPath: dependencies.newFolder });
  const runner: JobRunner = { ...dependencies, queue, skins };
  const presence = await queue.registerWorker(size);
  const draining = new AbortController();
  const running = new Set<Promise<unknown>>();

  const consumer = await queue.work({
    concurrency: size,
    async handle({ id, retryCount, payload }, entrySignal) {
      const signal = AbortSignal.any([entrySignal, draining.signal]);
      const startedAt = performance.now();
      let result: AttemptResult['result'] = 'lost';
      onAttempt?.();
      const { job_id: jobId, segment: number } = payload;
      const attempt =
        number === undefined
          ? runJob(runner, { jobId, queueEntry: id }, signal)
          : runSegment(runner, { jobId, number, queueEntry: id }, signal);
      running.add(attempt);
      try {
        const ended = await attempt;
        result = ended.result;
        const { retryAfterSeconds } = ended;
        if (retryAfterSeconds !== null) await queue.entries.putBack({ id, retryCount }, retryAfterSeconds);
      } finally {
        running.delete(attempt);
        onAttemptEnd?.({ result, seconds: (performance.now() - startedAt) / 1000 });
      }
    },
  });

  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    const idle = consumer.stop();
    await presence.end();
    await Promise.race([Promise.allSettled(running), sleep(drainMs, undefined, { ref: false })]);
    draining.abort(new Error('The worker is stopping.'));
    await idle;
    await skins.close();
  }
  return { stop: () => (stopped ??= stop()) };
}
