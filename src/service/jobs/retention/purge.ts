import { type Kysely, sql } from 'kysely';
import { artifactKeys, type PreviewKind } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';

export interface Purgeable {
  readonly id: string;
  /** Null: not measured yet. */
  readonly bytes: number | null;
  /** The kind of its animated preview; null: it has none. */
  readonly preview: PreviewKind | null;
}

/** Selects the `preview` of a `Purgeable`. */
export const previewKind = sql<PreviewKind | null>`options -> 'settings' ->> 'preview'`.as('preview');

/**
 * Purges the artifacts of finished jobs and returns how many jobs and bytes that were. It marks the jobs as purged first:
 * from then on their artifacts are not used, and `finishPurges` completes a purge that was interrupted.
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
    .returning(['id', 'artifact_bytes as bytes', previewKind])
    .execute();
  return { jobs: marked.length, bytes: await deleteArtifacts(db, storage, marked) };
}

/** Deletes the artifacts of jobs whose purge was interrupted. Returns how many jobs that were. */
export async function finishPurges(db: Kysely<Schema>, storage: Storage, limit: number): Promise<number> {
  const interrupted = await db
    .selectFrom('jobs')
    .select(['id', 'artifact_bytes as bytes', previewKind])
    .where('purged_at', 'is not', null)
    .where(sql<boolean>`artifact_bytes is distinct from 0`)
    .limit(limit)
    .execute();
  await deleteArtifacts(db, storage, interrupted);
  return interrupted.length;
}

async function deleteArtifacts(db: Kysely<Schema>, storage: Storage, jobs: readonly Purgeable[]): Promise<number> {
  let deletedBytes = 0;
  for (const job of jobs) {
    deletedBytes += job.bytes ?? (await measureArtifacts(storage, job));
    await Promise.all(purgedKeys(job).map((key) => storage.delete(key)));
    await db.updateTable('jobs').set({ artifact_bytes: 0 }).where('id', '=', job.id).execute();
  }
  return deletedBytes;
}

/** Adds up the sizes of a job's artifacts. It looks up each key: a listing would slow down with every job ever made. */
export async function measureArtifacts(storage: Storage, job: Pick<Purgeable, 'id' | 'preview'>): Promise<number> {
  const found = await Promise.all(purgedKeys(job).map((key) => storage.stat(key)));
  return found.reduce((sum, object) => sum + (object?.sizeBytes ?? 0), 0);
}

/** The replay and an uploaded beatmap are kept, so that the job can be retried. */
function purgedKeys({ id, preview }: Pick<Purgeable, 'id' | 'preview'>): string[] {
  const { video, thumbnail, log, analytics } = artifactKeys;
  const keys = [video(id), thumbnail(id), log(id), analytics(id)];
  return preview === null ? keys : [...keys, artifactKeys.preview(id, preview)];
}
