import { type Kysely, type Selectable, sql } from 'kysely';
import type { JobEventsTable, JobStatus, Schema } from '../../database/index.ts';

/** A change of a job's status, recorded by the triggers on the table of jobs. */
export interface StatusChange {
  /** Grows in the order of commits: a reader that has seen one change has seen all earlier ones. */
  readonly id: number;
  readonly jobId: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly errorCode: string | null;
  readonly at: Date;
}

/** Changes are kept for this long, but no more of them than this. */
const oldest = sql<Date>`clock_timestamp() - interval '1 hour'`;
const maxKeptChanges = 100_000;

/** Reads the changes after the one with the id `after`, of one job or of all, oldest first. */
export async function readChangesAfter(
  db: Kysely<Schema>,
  after: number,
  { jobId = null, limit = maxKeptChanges }: { jobId?: string | null; limit?: number } = {},
): Promise<StatusChange[]> {
  let query = db.selectFrom('job_events').selectAll().where('id', '>', after);
  if (jobId !== null) query = query.where('job_id', '=', jobId);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(changeOfRow);
}

/** The ids of the oldest and the newest change that is kept; both 0 while there is none. */
export async function readKeptRange(db: Kysely<Schema>): Promise<{ oldest: number; newest: number }> {
  return db
    .selectFrom('job_events')
    .select([sql<number>`coalesce(min(id), 0)`.as('oldest'), sql<number>`coalesce(max(id), 0)`.as('newest')])
    .executeTakeFirstOrThrow();
}

/** Deletes old changes. The newest one always stays, because its id is where a new follower starts. */
export async function deleteOldChanges(db: Kysely<Schema>): Promise<void> {
  const newest = sql<number>`(select max(id) from job_events)`;
  await db
    .deleteFrom('job_events')
    .where('id', '<', newest)
    .where((eb) => eb.or([eb('at', '<', oldest), eb('id', '<=', sql<number>`${newest} - ${sql.lit(maxKeptChanges)}`)]))
    .execute();
}

function changeOfRow({ id, job_id, status, attempt, error_code, at }: Selectable<JobEventsTable>): StatusChange {
  return { id, jobId: job_id, status, attempt, errorCode: error_code, at };
}
