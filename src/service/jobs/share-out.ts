import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type FlowJob, fromKysely, type PgBoss } from 'pg-boss';
import type { Schema } from '../database/index.ts';
import { type Claim, updateHeld } from './attempt.ts';
import type { Segment } from './segments.ts';

export interface Sharing {
  /** What all of them must be rendered from. */
  readonly fingerprint: Buffer;
  /** What is still to be made. */
  readonly segments: readonly Segment[];
}

/** What was begun comes before what was not: it is further on its way to somebody. */
const begunFirst = 1;

/**
 * Ends an attempt at a job without ending the job: its parts become entries of the queue, and so does the job itself,
 * blocked until all of them are done. Whoever takes that one finds every part made and joins them, or finds the job ended
 * and clears them away. False when the job is no longer this attempt's.
 */
export function shareOut(
  { db, boss, queue }: { db: Kysely<Schema>; boss: PgBoss; queue: string },
  claim: Claim,
  { fingerprint, segments }: Sharing,
): Promise<boolean> {
  const { id: jobId } = claim.job;
  const parts = segments.map((segment) => ({ ...segment, entry: randomUUID() }));
  const join = randomUUID();
  return db.transaction().execute(async (trx) => {
    const isHeld = await updateHeld(trx, claim, {
      ...{ shared_out: true, sharings: sql`sharings + 1`, fingerprint, queue_entry: join },
      ...{ stage: 'rendering', frames_per_second: null, seconds_left: null },
    });
    if (!isHeld) return false;
    await trx.deleteFrom('segments').where('job_id', '=', jobId).where('done', '=', false).execute();
    await trx
      .insertInto('segments')
      .values(
        parts.map(({ number, first, frames, entry }) => {
          return { job_id: jobId, number, first_frame: first, frames, queue_entry: entry };
        }),
      )
      .execute();
    const flow: FlowJob[] = parts.map(({ number, entry }) => {
      const data = { job_id: jobId, segment: number };
      return { ref: entry, name: queue, data, options: { id: entry, priority: begunFirst } };
    });
    const options = { id: join, priority: begunFirst };
    flow.push({ ref: join, name: queue, data: { job_id: jobId }, options, dependsOn: parts.map(({ entry }) => entry) });
    await boss.flow(flow, { db: fromKysely(trx) });
    return true;
  });
}
