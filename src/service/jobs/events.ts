import { type Kysely, type Selectable, sql } from 'kysely';
import type { JobEventsTable, JobStatus, Schema } from '../database/index.ts';

/** That a job came into another status. Triggers on the jobs write it, whoever changes one. */
export interface StatusChange {
  /** Grows in the order the changes were committed: who has seen one has seen all before it. */
  readonly id: number;
  readonly jobId: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly errorCode: string | null;
  readonly at: Date;
}

/** What is kept of the past, whichever is less. */
const keptFor = sql<Date>`clock_timestamp() - interval '1 hour'`;
const keptEvents = 100_000;

/** The next changes after one, of one job or of all, the oldest first. */
export async function changesAfter(
  db: Kysely<Schema>,
  after: number,
  { jobId = null, limit = keptEvents }: { jobId?: string | null; limit?: number } = {},
): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('job_events')
    .selectAll()
    .where('id', '>', after)
    .$if(jobId !== null, (query) => query.where('job_id', '=', jobId!))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(changeOfRow);
}

/** The ids of what is kept; two zeros when nothing has happened yet. */
export async function keptRange(db: Kysely<Schema>): Promise<{ oldest: number; newest: number }> {
  return db
    .selectFrom('job_events')
    .select([sql<number>`coalesce(min(id), 0)`.as('oldest'), sql<number>`coalesce(max(id), 0)`.as('newest')])
    .executeTakeFirstOrThrow();
}

/** The newest stays, however old it is: it says where the numbers are. */
export async function forgetOldEvents(db: Kysely<Schema>): Promise<void> {
  const newest = sql<number>`(select max(id) from job_events)`;
  await db
    .deleteFrom('job_events')
    .where('id', '<', newest)
    .where((eb) => eb.or([eb('at', '<', keptFor), eb('id', '<=', sql<number>`${newest} - ${sql.lit(keptEvents)}`)]))
    .execute();
}

function changeOfRow({ id, job_id, status, attempt, error_code, at }: Selectable<JobEventsTable>): StatusChange {
  return { id, jobId: job_id, status, attempt, errorCode: error_code, at };
}
