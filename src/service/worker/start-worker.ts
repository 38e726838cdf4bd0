import { setTimeout as sleep } from 'node:timers/promises';
import { type Queue, type QueueData, renderQueue } from '../jobs/index.ts';
import type { Outcome } from './outcome.ts';
import { type JobRunner, runJob } from './run-job.ts';
import { runSegment } from './run-segment.ts';
import { createSkinCache } from './skin-cache.ts';

/** Takes jobs, and parts of jobs, from the queue and renders them. */
export interface Worker {
  /** Takes no more, and finishes what is under way or hands it back. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface WorkerOptions extends Omit<JobRunner, 'skins'> {
  readonly queue: Queue;
  /** Renders at a time. */
  readonly size: number;
  /** How long a render may go on after `stop`. */
  readonly drainMs: number;
  readonly onAttempt?: () => void;
  readonly onAttemptEnd?: (attempt: { result: Outcome['result']; seconds: number }) => void;
}

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, size, drainMs, onAttempt, onAttemptEnd, ...parts } = options;
  const { boss } = queue;
  const skins = createSkinCache({ storage: parts.storage, newPath: parts.newFolder });
  const runner: JobRunner = { ...parts, queue, skins };
  const presence = await queue.attend(size);
  const handBack = new AbortController();
  const running = new Set<Promise<unknown>>();

  await boss.work<QueueData>(
    renderQueue,
    {
      localConcurrency: size,
      batchSize: 1,
      heartbeatRefreshSeconds: 3,
      pollingIntervalSeconds: 1,
      // New jobs are notified at once, those to be tried again are not.
      notifyPollingIntervalSeconds: 1,
    },
    async ([entry]) => {
      const { id, retryCount, data } = entry!;
      const signal = AbortSignal.any([entry!.signal, handBack.signal]);
      const began = performance.now();
      let result: Outcome['result'] = 'lost';
      onAttempt?.();
      const { job_id: jobId, segment: number } = data;
      const attempt =
        number === undefined
          ? runJob(runner, { jobId, queueEntry: id }, signal)
          : runSegment(runner, { jobId, number, queueEntry: id }, signal);
      running.add(attempt);
      try {
        const outcome = await attempt;
        result = outcome.result;
        const { againAfterSeconds } = outcome;
        if (againAfterSeconds !== null) await queue.putBack({ id, retryCount }, againAfterSeconds);
      } finally {
        running.delete(attempt);
        onAttemptEnd?.({ result, seconds: (performance.now() - began) / 1000 });
      }
    },
  );

  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    const idle = boss.offWork(renderQueue, { wait: true });
    await presence.leave();
    await Promise.race([Promise.allSettled(running), sleep(drainMs, undefined, { ref: false })]);
    handBack.abort(new Error('The worker stops.'));
    await idle;
    await skins.close();
  }
  return { stop: () => (stopped ??= stop()) };
}
