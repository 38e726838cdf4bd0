import { type Kysely, sql } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';

/** Deletes the segments of a job that has ended, those of earlier splits included. Returns false when there were none. */
export async function clearSegments(db: Kysely<Schema>, storage: Storage, jobId: string): Promise<boolean> {
  const endedJob = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', jobId)
    .where('status', 'in', ['completed', 'failed'])
    .where('sharings', '>', 0)
    .executeTakeFirst();
  if (endedJob === undefined) return false;
  let hasDeleted = false;
  for await (const { key } of storage.list(artifactKeys.segments(jobId))) {
    await storage.delete(key);
    hasDeleted = true;
  }
  const { numDeletedRows } = await db.deleteFrom('segments').where('job_id', '=', jobId).executeTakeFirst();
  return hasDeleted || numDeletedRows > 0n;
}

/**
 * Deletes what `clearSegments` missed, for example a segment that a worker stored after its job had ended. The listing is
 * short, because segments exist only while their job runs. Returns how many objects it deleted.
 */
export async function sweepSegments(db: Kysely<Schema>, storage: Storage): Promise<number> {
  let deleted = 0;
  const unfinished = new Map<string, boolean>();
  for await (const { key } of storage.list('segments/')) {
    const [, jobId = ''] = key.split('/');
    if (!unfinished.has(jobId)) unfinished.set(jobId, await isUnfinished(db, jobId));
    if (unfinished.get(jobId)) continue;
    await storage.delete(key);
    deleted++;
  }
  await sql`
    delete from segments using jobs
    where jobs.id = segments.job_id and jobs.status in ('completed', 'failed')`.execute(db);
  return deleted;
}

async function isUnfinished(db: Kysely<Schema>, jobId: string): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where(sql<boolean>`id::text = ${jobId}`)
    .where('status', 'in', ['queued', 'downloading', 'rendering'])
    .executeTakeFirst();
  return found !== undefined;
}
