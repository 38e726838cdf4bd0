import { type Kysely, sql } from 'kysely';
import { artifactKeys } from '../../contract/index.ts';
import type { Schema } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';

/** Removes the parts of a job that has ended, those of earlier plans among them. False when there were none. */
export async function clearSegments(db: Kysely<Schema>, storage: Storage, jobId: string): Promise<boolean> {
  const shared = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', jobId)
    .where('status', 'in', ['completed', 'failed'])
    .where('sharings', '>', 0)
    .executeTakeFirst();
  if (shared === undefined) return false;
  let cleared = false;
  for await (const { key } of storage.list(artifactKeys.segments(jobId))) {
    await storage.delete(key);
    cleared = true;
  }
  const { numDeletedRows } = await db.deleteFrom('segments').where('job_id', '=', jobId).executeTakeFirst();
  return cleared || numDeletedRows > 0n;
}

/**
 * The same for whatever is left of jobs that have ended or are gone, such as what a worker stored that was cut off while
 * the others cleared up. There is little to list at any time. Says how many objects it has removed.
 */
export async function sweepSegments(db: Kysely<Schema>, storage: Storage): Promise<number> {
  let swept = 0;
  const unfinished = new Map<string, boolean>();
  for await (const { key } of storage.list('segments/')) {
    const jobId = key.split('/')[1]!;
    if (!unfinished.has(jobId)) unfinished.set(jobId, await isUnfinished(db, jobId));
    if (unfinished.get(jobId)) continue;
    await storage.delete(key);
    swept++;
  }
  await sql`
    delete from segments using jobs
    where jobs.id = segments.job_id and jobs.status in ('completed', 'failed')`.execute(db);
  return swept;
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
