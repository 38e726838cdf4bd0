import { type Kysely, sql } from 'kysely';
import type { Config } from '../../../config.ts';
import { type Schema, withLease } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { measureFiles, previewKind } from './job-files.ts';
import { finishPurges, purgeJobs } from './purge.ts';

/** Removes the files of ended jobs, replays and uploaded beatmap sets included. The jobs themselves stay. */
export interface Retention {
  /**
   * Purges what is older than the policy allows, then the oldest jobs until the rest fits. Returns null when another
   * process does so already. The next run continues an interrupted one.
   */
  enforce(options: RetentionOptions): Promise<RetentionReport | null>;
  /** Purges these jobs, as far as they are finished. */
  purge(storage: Storage, jobIds: readonly string[]): Promise<{ jobs: number; bytes: number }>;
}

export interface RetentionOptions {
  readonly storage: Storage;
  readonly policy: Config['retention'];
  /** Stops the run between two batches. */
  readonly signal?: AbortSignal;
  /** Jobs per batch. */
  readonly batchSize?: number;
}

/** What a run has purged, and the size of what is left. */
export interface RetentionReport {
  readonly age: { readonly jobs: number; readonly bytes: number };
  readonly size: { readonly jobs: number; readonly bytes: number };
  readonly storedBytes: number;
}

export function createRetention(db: Kysely<Schema>): Retention {
  return {
    async enforce(options) {
      const { signal } = options;
      // Two processes that add up the sizes at the same moment would both purge, and together too much.
      const done = await withLease(db, { name: 'retention', seconds: 60 }, (lost) =>
        enforceRetention(db, { ...options, signal: signal === undefined ? lost : AbortSignal.any([signal, lost]) }),
      );
      return done === null ? null : done.result;
    },
    purge: (storage, jobIds) => purgeJobs(db, storage, jobIds),
  };
}

async function enforceRetention(
  db: Kysely<Schema>,
  { storage, policy, signal, batchSize = 100 }: RetentionOptions,
): Promise<RetentionReport> {
  const isStopped = () => signal?.aborted === true;
  const totals = { age: { jobs: 0, bytes: 0 }, size: { jobs: 0, bytes: 0 } };
  async function purge(reason: keyof typeof totals, ids: readonly string[]): Promise<void> {
    const { jobs, bytes } = await purgeJobs(db, storage, ids);
    totals[reason].jobs += jobs;
    totals[reason].bytes += bytes;
  }

  while (!isStopped() && (await finishPurges(db, storage, batchSize)) > 0);
  while (!isStopped() && policy.days !== null) {
    const ids = await findOlderThan(db, policy.days, batchSize);
    if (ids.length === 0) break;
    await purge('age', ids);
  }
  while (!isStopped() && (await measureUnmeasured(db, storage, batchSize)) > 0);
  let storedBytes = await sumSizes(db);
  while (!isStopped() && policy.maxStorageBytes !== null && storedBytes > policy.maxStorageBytes) {
    const ids = await findOldest(db, storedBytes - policy.maxStorageBytes, batchSize);
    if (ids.length === 0) break;
    await purge('size', ids);
    storedBytes = await sumSizes(db);
  }
  return { ...totals, storedBytes };
}

/** Days count from the end of a job, which is `updated_at`; `created_at`, which is earlier, lets the query use the index. */
async function findOlderThan(db: Kysely<Schema>, days: number, limit: number): Promise<string[]> {
  const end = sql<Date>`clock_timestamp() - make_interval(days => ${days})`;
  const rows = await jobsWithArtifacts(db)
    .where('created_at', '<', end)
    .where('updated_at', '<', end)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The oldest jobs that together have at least `bytes`, but no more than `limit` jobs. */
async function findOldest(db: Kysely<Schema>, bytes: number, limit: number): Promise<string[]> {
  const rows = await jobsWithArtifacts(db)
    .select('artifact_bytes as size')
    .where('artifact_bytes', '>', 0)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  const ids: string[] = [];
  let foundBytes = 0;
  for (const { id, size } of rows) {
    if (foundBytes >= bytes) break;
    foundBytes += size ?? 0;
    ids.push(id);
  }
  return ids;
}

/** Measures the artifacts of jobs whose worker did not report a size: failed jobs, and those of third-party workers. */
async function measureUnmeasured(db: Kysely<Schema>, storage: Storage, limit: number): Promise<number> {
  const rows = await jobsWithArtifacts(db)
    .select(previewKind)
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

async function sumSizes(db: Kysely<Schema>): Promise<number> {
  const { total } = await jobsWithArtifacts(db)
    .clearSelect()
    .select(sql<number>`coalesce(sum(artifact_bytes), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The condition is written exactly as in the partial index `jobs_with_artifacts`, so that PostgreSQL uses it. */
function jobsWithArtifacts(db: Kysely<Schema>) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where(sql<boolean>`status in ('completed', 'failed')`)
    .where('purged_at', 'is', null);
}
