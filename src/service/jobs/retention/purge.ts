import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { deleteFiles, type JobWithFiles, previewKind } from './job-files.ts';

/**
 * Purges the files of ended jobs and returns how many jobs that were and how many bytes it freed. It marks the jobs as
 * purged first: from then on their files are not used, and `finishPurges` completes a purge that was interrupted.
 */
export async function purgeJobs(
  db: Kysely<Schema>,
  storage: Storage,
  ids: readonly string[],
): Promise<{ jobs: number; bytes: number }> {
  if (ids.length === 0) return { jobs: 0, bytes: 0 };
  const marked = await db
    .updateTable('jobs')
    .set({ purged_at: sql`clock_timestamp()`, updated_at: sql`clock_timestamp()`, has_analytics: false })
    .where('id', 'in', [...ids])
    .where('status', 'in', ['completed', 'failed'])
    .where('purged_at', 'is', null)
    .returning(['id', previewKind])
    .execute();
  return { jobs: marked.length, bytes: await deletePurgedFiles(db, storage, marked) };
}

/** Deletes the files of jobs whose purge was interrupted. Returns how many jobs that were. */
export async function finishPurges(db: Kysely<Schema>, storage: Storage, limit: number): Promise<number> {
  const interrupted = await db
    .selectFrom('jobs')
    .select(['id', previewKind])
    .where('purged_at', 'is not', null)
    .where(sql<boolean>`artifact_bytes is distinct from 0`)
    .limit(limit)
    .execute();
  await deletePurgedFiles(db, storage, interrupted);
  return interrupted.length;
}

async function deletePurgedFiles(
  db: Kysely<Schema>,
  storage: Storage,
  jobs: readonly JobWithFiles[],
): Promise<number> {
  let freedBytes = 0;
  for (const job of jobs) {
    freedBytes += await deleteFiles(storage, job);
    await db.updateTable('jobs').set({ artifact_bytes: 0 }).where('id', '=', job.id).execute();
  }
  return freedBytes;
}
