import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FreeWorkers } from '../../../rendering/render/index.ts';
import { type Claim, minLongCost, type Segment, type SplitPlan } from '../../jobs/index.ts';
import { requireClaim } from '../attempt/claimed-work.ts';
import type { JobRunner } from '../job-runner.ts';
import type { RenderTask } from '../process/render-task.ts';
import type { JobAttempt } from './job-attempt.ts';

/** Workers of different versions cannot render a job together; after this many tries one worker renders it alone. */
const maxSplits = 2;

/**
 * The free workers that could render segments of a job now; null: one worker renders it. A long job is also split when no
 * other worker is free: between two of its segments, the worker can take jobs of other clients.
 */
export async function findFreeWorkers(
  { queue, segmentSeconds }: JobRunner,
  { splitCount, job }: Claim,
): Promise<FreeWorkers | null> {
  if (segmentSeconds === 0 || splitCount >= maxSplits) return null;
  const freeSlots = await queue.countFreeSlots();
  if (freeSlots === 0 && job.cost < minLongCost) return null;
  return { slots: Math.max(freeSlots + 1, 2), segmentSeconds };
}

/** Queues the segments of a job. The worker that joins them continues the job's log. */
export async function splitJob({ queue }: JobRunner, { claim, jobLog }: JobAttempt, plan: SplitPlan): Promise<'split'> {
  await jobLog.close(`Split into ${plan.segments.length} segments, which any worker can render.`);
  await requireClaim(queue.splitJob(claim, plan));
  return 'split';
}

export interface ResumedSegments {
  /** All segments of the video, on this machine; undefined: the job was not split, or must start again. */
  readonly encodedSegments?: RenderTask['encodedSegments'];
  /** Segments that must still be rendered. */
  readonly missing: readonly Segment[];
}

/** Downloads the segments of a job that workers have rendered from the same input. */
export async function resumeSegments(
  { jobs, storage }: JobRunner,
  { claim, folder, signal }: JobAttempt,
  fingerprint: Buffer,
): Promise<ResumedSegments> {
  if (claim.splitCount === 0) return { missing: [] };
  const segments = await jobs.segments.list(claim, fingerprint);
  const missing: Segment[] = segments.filter(({ key }) => key === null);
  const encodedSegments: { file: string; frames: number }[] = [];
  if (missing.length === 0) {
    for (const segment of segments) {
      const object = segment.key === null ? null : await storage.get(segment.key, { signal });
      if (object === null) {
        await jobs.segments.reset(claim, segment.number);
        missing.push(segment);
        continue;
      }
      const file = join(folder, `segment-${segment.number}.mp4`);
      await pipeline(object.stream, createWriteStream(file), { signal });
      encodedSegments.push({ file, frames: segment.frames });
    }
  }
  if (missing.length > 0) return { missing: claim.splitCount < maxSplits ? missing : [] };
  return segments.length === 0 ? { missing } : { missing, encodedSegments };
}
