import { openSegmentLog, type Queue, type TakenEntry } from '../jobs/index.ts';
import { createSkinCache } from './assets/skin-cache.ts';
import type { AttemptResult } from './attempt/end-attempt.ts';
import { runCheck } from './check/run-check.ts';
import { runJob } from './job/run-job.ts';
import type { JobRunner, SegmentRunner } from './job-runner.ts';
import { runRemake } from './remake/run-remake.ts';
import { runSlots, type SlotOptions, type Worker } from './run-slots.ts';
import { runSegment } from './segment/run-segment.ts';

export interface WorkerOptions extends Omit<JobRunner, 'skins'>, SlotOptions {
  readonly queue: Queue;
}

/** Starts a worker that has access to the database: it renders jobs and segments. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, jobs, storage, log } = options;
  const skins = createSkinCache({ storage, newPath: options.newFolder });
  const runner: JobRunner = { ...options, skins };
  const { segments } = jobs;
  const segmentRunner: SegmentRunner = {
    ...runner,
    segments: { ...segments, discard: ({ job }) => segments.discard(job.id) },
    openLog: (claim) => openSegmentLog({ segments, storage, log }, claim),
  };

  function run({ id: queueEntry, retryCount, payload }: TakenEntry, signal: AbortSignal): Promise<AttemptResult> {
    const { job_id: jobId, segment: number, check: checkId, remake } = payload;
    if (number !== undefined) return runSegment(segmentRunner, { jobId, number, queueEntry }, signal);
    if (checkId !== undefined) return runCheck(runner, { checkId, retryCount }, signal);
    if (remake) return runRemake(runner, { jobId, retryCount }, signal);
    return runJob(runner, { jobId, queueEntry }, signal);
  }

  const source = { work: queue.work, registerWorker: queue.registerWorker, putBack: queue.entries.putBack };
  const worker = await runSlots(source, options, run);
  return {
    async stop() {
      await worker.stop();
      await skins.close();
    },
  };
}
