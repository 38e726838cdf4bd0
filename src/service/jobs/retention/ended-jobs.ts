import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { fileColumns, measureFiles } from './job-files.ts';

/** Days count from the end of a job, which is `updated_at`; `created_at`, which is earlier, lets the query use the index. */
export async function findOlderThan(db: Kysely<Schema>, days: number, limit: number): Promise<string[]> {
  const end = sql<Date>`clock_timestamp() - make_interval(days => ${days})`;
  const rows = await jobsWithFiles(db)
    .where('created_at', '<', end)
    .where('updated_at', '<', end)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The oldest jobs whose purge frees at least `bytes`, but no more than `limit` jobs. */
export async function findOldest(
  db: Kysely<Schema>,
  { bytes, limit, before }: { bytes: number; limit: number; before?: Date },
): Promise<string[]> {
  const rows = await jobsWithFiles(db)
    .select('beatmap_set_id as setId')
    .select(sql<number>`artifact_bytes`.as('size'))
    .select(sql<number>`coalesce((select bytes from uploaded_sets where id = beatmap_set_id), 0)`.as('setSize'))
    .select(sql<number>`(select count(*) from jobs u where u.beatmap_set_id = jobs.beatmap_set_id)`.as('setJobs'))
    .where('artifact_bytes', '>', 0)
    .$if(before !== undefined, (query) => query.where('created_at', '<', before!))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  const ids: string[] = [];
  const jobsOfSets = new Map<string, number>();
  let foundBytes = 0;
  for (const { id, size, setId, setSize, setJobs } of rows) {
    if (foundBytes >= bytes) break;
    ids.push(id);
    foundBytes += size;
    if (setId === null) continue;
    jobsOfSets.set(setId, (jobsOfSets.get(setId) ?? 0) + 1);
    // A beatmap set is deleted with its last job.
    if (jobsOfSets.get(setId) === setJobs) foundBytes += setSize;
  }
  return ids;
}

/** Measures the files of jobs that have ended since the last run. Returns how many jobs that were. */
export async function measureUnmeasured(db: Kysely<Schema>, storage: Storage, limit: number): Promise<number> {
  const rows = await jobsWithFiles(db)
    .select(fileColumns)
    .where('artifact_bytes', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  for (const job of rows) {
    const artifact_bytes = await measureFiles(storage, job);
    await db.updateTable('jobs').set({ artifact_bytes }).where('id', '=', job.id).execute();
  }
  return rows.length;
}

export async function sumSizes(db: Kysely<Schema>): Promise<number> {
  const { total } = await jobsWithFiles(db)
    .clearSelect()
    .select(sql<number>`coalesce(sum(artifact_bytes), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The condition is written exactly as in the partial index `jobs_with_artifacts`, so that PostgreSQL uses it. */
function jobsWithFiles(db: Kysely<Schema>) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where(sql<boolean>`status in ('completed', 'failed')`)
    .where('purged_at', 'is', null);
}
