import type { Kysely } from 'kysely';
import { type Schema, withLease } from '../../database/index.ts';
import type { UnusedSkin, UploadedSkins } from '../../skins/index.ts';
import type { Storage } from '../../storage/index.ts';
import { deleteUnusedSets, measureSets, sumSetSizes } from '../uploads/uploaded-sets.ts';
import { trimBeatmapCache } from './beatmap-cache.ts';
import { findOlderThan, findOldest, measureUnmeasured, sumSizes } from './ended-jobs.ts';
import { deleteLateFiles, finishPurges, purgeJobs } from './purge.ts';

/** Bounds what clients make the service store: files of ended jobs, uploaded beatmap sets and skins, and fetched maps. */
export interface Retention {
  /**
   * Removes what is older than the policy allows, then the oldest until the rest fits, and the fetched maps beyond their
   * limit. Returns null when another process does so already. The next run continues an interrupted one.
   */
  enforce(options: RetentionOptions): Promise<RetentionReport | null>;
  /** Purges these jobs, as far as they have ended. The jobs themselves stay. Returns how many bytes that freed. */
  purge(storage: Storage, jobIds: readonly string[]): Promise<{ jobs: number; bytes: number }>;
  /** What the files of ended jobs and the uploaded beatmap sets take, as far as they have been measured. */
  measure(): Promise<{ jobBytes: number; beatmapSetBytes: number }>;
  /** Deletes what a worker stored for a job after the job was purged or deleted; for any other job, does nothing. */
  deleteLateFiles(storage: Storage, jobId: string): Promise<void>;
}

/** Null: no limit. */
export interface RetentionPolicy {
  readonly days: number | null;
  /** Files of ended jobs, and uploaded beatmap sets and skins. */
  readonly maxStorageBytes: number | null;
  readonly maxBeatmapCacheBytes: number | null;
}

export interface RetentionOptions {
  readonly storage: Storage;
  readonly policy: RetentionPolicy;
  /** Undefined: skins are neither counted nor removed. */
  readonly skins?: UploadedSkins;
  /** Stops the run between two batches. */
  readonly signal?: AbortSignal;
  /** Jobs per batch. */
  readonly batchSize?: number;
}

/** What a run has removed, and the size of what is left. */
export interface RetentionReport {
  readonly age: Removed;
  readonly size: Removed;
  readonly storedBytes: number;
  /** Null: not measured, because there is no limit or the run was stopped. */
  readonly beatmapCacheBytes: number | null;
}

interface Removed {
  readonly jobs: number;
  readonly skins: number;
  readonly bytes: number;
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
    measure: async () => ({ jobBytes: await sumSizes(db), beatmapSetBytes: await sumSetSizes(db) }),
    deleteLateFiles: (storage, jobId) => deleteLateFiles(db, storage, jobId),
  };
}

async function enforceRetention(
  db: Kysely<Schema>,
  { storage, policy, skins = noSkins, signal, batchSize = 100 }: RetentionOptions,
): Promise<RetentionReport> {
  const { days, maxStorageBytes, maxBeatmapCacheBytes } = policy;
  const isStopped = () => signal?.aborted === true;
  const totals = { age: { jobs: 0, skins: 0, bytes: 0 }, size: { jobs: 0, skins: 0, bytes: 0 } };
  async function purge(reason: keyof typeof totals, ids: readonly string[]): Promise<void> {
    const { jobs, bytes } = await purgeJobs(db, storage, ids);
    totals[reason].jobs += jobs;
    totals[reason].bytes += bytes;
  }
  async function removeSkin(reason: keyof typeof totals, { name }: UnusedSkin): Promise<void> {
    totals[reason].skins++;
    totals[reason].bytes += await skins.remove(name);
  }

  async function removeOld(days: number): Promise<void> {
    while (!isStopped()) {
      const ids = await findOlderThan(db, days, batchSize);
      if (ids.length === 0) break;
      await purge('age', ids);
    }
    for (const skin of await skins.listUnused()) {
      if (!isStopped() && skin.unusedDays > days) await removeSkin('age', skin);
    }
  }

  const sumAll = async () => (await sumSizes(db)) + (await sumSetSizes(db)) + (await skins.sumSizes());

  /** Removes jobs in the order of their creation and skins in the order of their last use. Returns what is left. */
  async function removeOldest(maxBytes: number): Promise<number> {
    for (;;) {
      const storedBytes = await sumAll();
      if (isStopped() || storedBytes <= maxBytes) return storedBytes;
      const [skin] = await skins.listUnused();
      const ids = await findOldest(db, {
        bytes: storedBytes - maxBytes,
        limit: batchSize,
        ...(skin && { before: skin.usedAt }),
      });
      if (ids.length > 0) await purge('size', ids);
      else if (skin !== undefined) await removeSkin('size', skin);
      else return storedBytes;
    }
  }

  while (!isStopped() && (await finishPurges(db, storage, { limit: batchSize })) > 0);
  await deleteUnusedSets(db, storage);
  if (days !== null) await removeOld(days);
  while (!isStopped() && (await measureUnmeasured(db, storage, batchSize)) > 0);
  await measureSets(db, storage);
  const storedBytes = await removeOldest(maxStorageBytes ?? Number.POSITIVE_INFINITY);
  const isCacheBounded = maxBeatmapCacheBytes !== null && !isStopped();
  const beatmapCacheBytes = isCacheBounded ? await trimBeatmapCache(db, storage, maxBeatmapCacheBytes) : null;
  return { ...totals, storedBytes, beatmapCacheBytes };
}

const noSkins: UploadedSkins = { sumSizes: async () => 0, listUnused: async () => [], remove: async () => 0 };
