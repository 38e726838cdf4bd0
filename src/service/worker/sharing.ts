import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Fleet } from '../../rendering/render/index.ts';
import type { Claim, Segment, Sharing } from '../jobs/index.ts';
import type { Attempt } from './make-artifacts.ts';
import type { RenderTask } from './messages.ts';
import type { JobRunner } from './run-job.ts';

/** Whatever keeps workers from making a job together, such as their different versions, one of them makes it in the end. */
const mostSharings = 2;

/** Whom a job may be shared out among now; null: it would not pay. */
export async function fleetFor({ queue, segmentSeconds }: JobRunner, { sharings }: Claim): Promise<Fleet | null> {
  if (segmentSeconds === 0 || sharings >= mostSharings) return null;
  const free = await queue.freeSlots();
  return free === 0 ? null : { slots: free + 1, segmentSeconds };
}

/** Leaves the job to its parts, and its log to whoever joins them. */
export async function shareOut(
  { queue }: JobRunner,
  { claim, jobLog }: Attempt,
  sharing: Sharing,
): Promise<'shared-out'> {
  await jobLog.close(`Shared out among the workers in ${sharing.segments.length} parts.`);
  if (!(await queue.shareOut(claim, sharing))) throw new Error('The job is no longer this attempt’s.');
  return 'shared-out';
}

export interface TakenUp {
  /** All parts of the video, on this machine; undefined: it was not shared out, or it is to be begun anew. */
  readonly filmed?: RenderTask['filmed'];
  /** Parts of it that are to be made yet. */
  readonly missing: readonly Segment[];
}

/** What workers have made of a job before from the same. */
export async function takeUpSegments(
  { jobs, storage }: JobRunner,
  { claim, folder, signal }: Attempt,
  fingerprint: Buffer,
): Promise<TakenUp> {
  if (claim.sharings === 0) return { missing: [] };
  const segments = await jobs.segments.of(claim, fingerprint);
  const missing: Segment[] = segments.filter(({ key }) => key === null);
  const filmed: { file: string; frames: number }[] = [];
  if (missing.length === 0) {
    for (const segment of segments) {
      const object = await storage.get(segment.key!, { signal });
      if (object === null) {
        await jobs.segments.undo(claim, segment.number);
        missing.push(segment);
        continue;
      }
      const file = join(folder, `part-${segment.number}.mp4`);
      await pipeline(object.stream, createWriteStream(file), { signal });
      filmed.push({ file, frames: segment.frames });
    }
  }
  if (missing.length > 0) return { missing: claim.sharings < mostSharings ? missing : [] };
  return segments.length === 0 ? { missing } : { missing, filmed };
}
