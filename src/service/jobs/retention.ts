import { type Kysely, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { type Schema, withLease } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import { finishPurges, previewKind, purgeJobs, sizeOf } from './purge.ts';

export interface RetentionOptions {
  readonly db: Kysely<Schema>;
  readonly storage: Storage;
  readonly policy: Config['retention'];
  readonly signal?: AbortSignal;
  /** Jobs at a time; between two batches it can be stopped. */
  readonly batch?: number;
}

/** What a run has removed, and what is left. */
export interface RetentionReport {
  readonly age: { readonly jobs: number; readonly bytes: number };
  readonly size: { readonly jobs: number; readonly bytes: number };
  readonly storedBytes: number;
}

/**
 * Purges what is older than the policy allows, then the oldest jobs until the rest fits. Returns null when another process
 * does so already. An interrupted run is continued by the next one. One process at a time: two that added up the sizes at
 * the same moment would both purge, and together too much.
 */
export async function enforceRetention(options: RetentionOptions): Promise<RetentionReport | null> {
  const { db, signal } = options;
  const done = await withLease(db, { name: 'retention', seconds: 60 }, (lost) =>
    enforce({ ...options, signal: signal === undefined ? lost : AbortSignal.any([signal, lost]) }),
  );
  return done === null ? null : done.result;
}

async function enforce({ db, storage, policy, signal, batch = 100 }: RetentionOptions): Promise<RetentionReport> {
  const isStopped = () => signal?.aborted === true;
  const totals = { age: { jobs: 0, bytes: 0 }, size: { jobs: 0, bytes: 0 } };
  async function purge(reason: keyof typeof totals, ids: readonly string[]): Promise<void> {
    const { jobs, bytes } = await purgeJobs(db, storage, ids);
    totals[reason].jobs += jobs;
    totals[reason].bytes += bytes;
  }

  while (!isStopped() && (await finishPurges(db, storage, batch)) > 0);
  while (!isStopped() && policy.days !== null) {
    const old = await olderThan(db, policy.days, batch);
    if (old.length === 0) break;
    await purge('age', old);
  }
  while (!isStopped() && (await measure(db, storage, batch)) > 0);
  let storedBytes = await sumSizes(db);
  while (!isStopped() && policy.maxStorageBytes !== null && storedBytes > policy.maxStorageBytes) {
    const ids = await oldestWorth(db, storedBytes - policy.maxStorageBytes, batch);
    if (ids.length === 0) break;
    await purge('size', ids);
    storedBytes = await sumSizes(db);
  }
  return { ...totals, storedBytes };
}

/** Days count from the end of a job, of which `updated_at` tells; the index is in the order of their beginnings. */
async function olderThan(db: Kysely<Schema>, days: number, limit: number): Promise<string[]> {
  const end = sql<Date>`clock_timestamp() - make_interval(days => ${days})`;
  const rows = await withArtifacts(db)
    .where('created_at', '<', end)
    .where('updated_at', '<', end)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The oldest jobs that together have so many bytes, or as many of them as one batch has. */
async function oldestWorth(db: Kysely<Schema>, bytes: number, limit: number): Promise<string[]> {
  const rows = await withArtifacts(db)
    .select('artifact_bytes as size')
    .where('artifact_bytes', '>', 0)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  const ids: string[] = [];
  let found = 0;
  for (const { id, size } of rows) {
    if (found >= bytes) break;
    found += size ?? 0;
    ids.push(id);
  }
  return ids;
}

/** Looks at jobs whose worker has not told what they left: those that failed, and those of other programs' workers. */
async function measure(db: Kysely<Schema>, storage: Storage, limit: number): Promise<number> {
  const rows = await withArtifacts(db)
    .select(previewKind)
    .where('artifact_bytes', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  for (const job of rows) {
    const artifact_bytes = await sizeOf(storage, job);
    await db.updateTable('jobs').set({ artifact_bytes }).where('id', '=', job.id).execute();
  }
  return rows.length;
}

async function sumSizes(db: Kysely<Schema>): Promise<number> {
  const { total } = await withArtifacts(db)
    .clearSelect()
    .select(sql<number>`coalesce(sum(artifact_bytes), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** In the words of the index that finds them. */
function withArtifacts(db: Kysely<Schema>) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where(sql<boolean>`status in ('completed', 'failed')`)
    .where('purged_at', 'is', null);
}
