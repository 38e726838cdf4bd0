import { type Kysely, sql } from 'kysely';
import type { JobStatus, Schema } from '../database/index.ts';

/** How many jobs have each status. */
export type JobTotals = Readonly<Record<JobStatus, number>>;

/** Reads the totals that triggers maintain: counting a million jobs would take too long. */
export async function readTotals(db: Kysely<Schema>): Promise<JobTotals> {
  const rows = await db.selectFrom('job_totals').select(['status', 'total']).execute();
  return Object.fromEntries(rows.map(({ status, total }) => [status, total])) as Record<JobStatus, number>;
}

/** Counts the failed jobs that were cancelled. It reads all failed jobs, of which there are few. */
export async function countCancelled(db: Kysely<Schema>): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', '=', 'failed')
    .where('error_code', '=', 'job/cancelled')
    .executeTakeFirstOrThrow();
  return count;
}
