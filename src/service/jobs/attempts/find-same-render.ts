import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { type Job, jobOfRow } from '../job.ts';

/** The newest completed job with the same fingerprint that still has its artifacts, and whose video is not made again. */
export async function findSameRender(db: Kysely<Schema>, fingerprint: Buffer): Promise<Job | null> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'completed')
    .where('purged_at', 'is', null)
    .where(sql<boolean>`not exists (select from remakes where job_id = jobs.id)`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : jobOfRow(row);
}
