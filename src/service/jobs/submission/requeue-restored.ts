import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';

/**
 * Queues the unfinished jobs of a restored backup again. A backup contains neither the queue nor stored segments, and the
 * workers of that time are gone, so each job gets a new event and keeps its turn. A job whose replay was still being stored keeps its event,
 * whose lease has expired, and the sweep fails it.
 */
export async function requeueRestoredJobs(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('segments').execute();
  await db
    .updateTable('lent_segments')
    .set({ check_result: 'dropped', check_reason: 'The segment was not part of a backup.' })
    .where('check_result', '=', 'waiting')
    .execute();
  await db
    .updateTable('jobs')
    .set({ status: 'queued', progress: 0, queue_entry: null, shared_out: false, updated_at: sql`clock_timestamp()` })
    .where('status', 'in', ['downloading', 'rendering'])
    .execute();
  await sql`
    insert into outbox (job_id, event, payload)
    select id, 'render_job_created', jsonb_build_object('job_id', id) from jobs
    where status = 'queued' and not exists (select from outbox where job_id = jobs.id)
    order by turn, turn_given_at, created_at, id`.execute(db);
}
