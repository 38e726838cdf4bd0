import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { deleteUnusedSets } from '../uploads/uploaded-sets.ts';
import { deleteFiles, fileColumns, type JobWithFiles } from './job-files.ts';

/**
 * Purges the files of ended jobs, and the beatmap sets that no other job uses. Returns how many jobs that were and how many
 * bytes it freed. It marks the jobs as purged first: from then on their files are not used, and `finishPurges` completes a
 * purge that was interrupted.
 */
export async function purgeJobs(
  db: Kysely<Schema>,
  storage: Storage,
  ids: readonly string[],
): Promise<{ jobs: number; bytes: number }> {
  if (ids.length === 0) return { jobs: 0, bytes: 0 };
  const marked = await db
    .updateTable('jobs')
    .set({ purged_at: now, updated_at: now, has_analytics: false, beatmap_set_id: null })
    .where('id', 'in', [...ids])
    .where('status', 'in', ['completed', 'failed'])
    .where('purged_at', 'is', null)
    .returning(fileColumns)
    .execute();
  const bytes = (await deletePurgedFiles(db, storage, marked)) + (await deleteUnusedSets(db, storage));
  return { jobs: marked.length, bytes };
}

const now = sql<Date>`clock_timestamp()`;

/** Deletes the files of jobs whose purge was interrupted, of any job or of one of these. Returns how many jobs that were. */
export async function finishPurges(
  db: Kysely<Schema>,
  storage: Storage,
  { limit, ids }: { limit: number; ids?: readonly string[] },
): Promise<number> {
  const interrupted = await db
    .selectFrom('jobs')
    .select(fileColumns)
    .where('purged_at', 'is not', null)
    .where(sql<boolean>`artifact_bytes is distinct from 0`)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...ids!]))
    .limit(limit)
    .execute();
  await deletePurgedFiles(db, storage, interrupted);
  return interrupted.length;
}

/** A deleted job no longer says which kind of preview it had, so both are deleted. Workers store no replays. */
export async function deleteLateFiles(db: Kysely<Schema>, storage: Storage, jobId: string): Promise<void> {
  const kept = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', jobId)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  if (kept !== undefined) return;
  for (const preview of ['gif', 'webp'] as const) await deleteFiles(storage, { id: jobId, preview, replays: 1 });
}

async function deletePurgedFiles(db: Kysely<Schema>, storage: Storage, jobs: readonly JobWithFiles[]): Promise<number> {
  let freedBytes = 0;
  for (const job of jobs) {
    freedBytes += await deleteFiles(storage, job);
    await db.updateTable('jobs').set({ artifact_bytes: 0 }).where('id', '=', job.id).execute();
  }
  return freedBytes;
}
