import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { type Claim, updateClaimed } from '../attempts/attempt.ts';
import type { AddFlow } from '../queue/flow.ts';
import { giveSegmentTurns } from '../turns/give-turn.ts';
import type { Segment } from './segment.ts';

export interface SplitPlan {
  /** The fingerprint that every segment must be rendered with. */
  readonly fingerprint: Buffer;
  /** The segments that are not rendered yet. */
  readonly segments: readonly Segment[];
}

/**
 * Ends an attempt at a job without ending the job: the queue gets an entry for each segment, and one for the job that is
 * blocked until those have ended. The worker that takes the job's entry joins the segments, or deletes them if the job has
 * ended meanwhile. Returns false when the claim is not current.
 */
export function enqueueSegments(
  { db, addFlow }: { db: Kysely<Schema>; addFlow: AddFlow },
  claim: Claim,
  { fingerprint, segments }: SplitPlan,
): Promise<boolean> {
  const { id: jobId } = claim.job;
  const entries = segments.map((segment) => ({ ...segment, entryId: randomUUID() }));
  const joinEntryId = randomUUID();
  return db.transaction().execute(async (trx) => {
    const isUpdated = await updateClaimed(trx, claim, {
      shared_out: true,
      sharings: sql`sharings + 1`,
      fingerprint,
      queue_entry: joinEntryId,
      stage: 'rendering',
      frames_per_second: null,
      seconds_left: null,
    });
    if (!isUpdated) return false;
    await trx.deleteFrom('segments').where('job_id', '=', jobId).where('done', '=', false).execute();
    await trx
      .insertInto('segments')
      .values(
        entries.map(({ number, first, frames, entryId }) => ({
          job_id: jobId,
          number,
          first_frame: first,
          frames,
          queue_entry: entryId,
        })),
      )
      .execute();
    const turns = await giveSegmentTurns(trx, jobId, entries.length);
    const flow = entries.map(({ number, entryId }, i) => ({ number, entryId, turn: turns[i]! }));
    await addFlow(trx, { jobId, segments: flow, joinEntryId });
    return true;
  });
}
