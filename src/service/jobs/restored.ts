import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/**
 * Makes jobs that come from a backup go on. The queue is not in it: whoever worked on them then does no longer, and each
 * gets a new event. Those whose replay was still being stored keep the one they have, whose lease has run out.
 */
export async function requeueRestored(db: Kysely<Schema>): Promise<void> {
  // Nor is what was made of their parts.
  await db.deleteFrom('segments').execute();
  await db
    .updateTable('jobs')
    .set({ status: 'queued', progress: 0, queue_entry: null, shared_out: false, updated_at: sql`clock_timestamp()` })
    .where('status', 'in', ['downloading', 'rendering'])
    .execute();
  await sql`
    insert into outbox (job_id, event, payload)
    select id, 'render_job_created', jsonb_build_object('job_id', id) from jobs
    where status = 'queued' and not exists (select from outbox where job_id = jobs.id)
    order by created_at, id`.execute(db);
}
