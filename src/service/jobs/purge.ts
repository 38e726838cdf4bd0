import { type Kysely, sql } from 'kysely';
import { artifactKeys, type PreviewKind } from '../../contract/index.ts';
import type { Schema } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';

/** What a render leaves behind. The replay, and a map that came with it, are kept for another. */
function purgedKeys({ id, preview }: Pick<Purgeable, 'id' | 'preview'>): string[] {
  const { video, thumbnail, log, analytics } = artifactKeys;
  const keys = [video(id), thumbnail(id), log(id), analytics(id)];
  return preview === null ? keys : [...keys, artifactKeys.preview(id, preview)];
}

export interface Purgeable {
  readonly id: string;
  /** Null: not measured yet. */
  readonly bytes: number | null;
  /** The kind of its animation; null: it has none. */
  readonly preview: PreviewKind | null;
}

/** For statements that ask for jobs to purge. */
export const previewKind = sql<PreviewKind | null>`options -> 'settings' ->> 'preview'`.as('preview');

/**
 * Gives the artifacts of finished jobs up and deletes them; says how many jobs and bytes that were. The jobs say so first:
 * from then on nobody uses what is being deleted, and whoever is killed in between has left a note of what is to be done.
 */
export async function purgeJobs(
  db: Kysely<Schema>,
  storage: Storage,
  ids: readonly string[],
): Promise<{ jobs: number; bytes: number }> {
  if (ids.length === 0) return { jobs: 0, bytes: 0 };
  const given = await db
    .updateTable('jobs')
    .set({ purged_at: sql`clock_timestamp()`, updated_at: sql`clock_timestamp()`, has_analytics: false })
    .where('id', 'in', [...ids])
    .where('status', 'in', ['completed', 'failed'])
    .where('purged_at', 'is', null)
    .returning(['id', 'artifact_bytes as bytes', previewKind])
    .execute();
  return { jobs: given.length, bytes: await deleteArtifacts(db, storage, given) };
}

/** Deletes what purges were stopped at; says of how many jobs. */
export async function finishPurges(db: Kysely<Schema>, storage: Storage, limit: number): Promise<number> {
  const half = await db
    .selectFrom('jobs')
    .select(['id', 'artifact_bytes as bytes', previewKind])
    .where('purged_at', 'is not', null)
    .where(sql<boolean>`artifact_bytes is distinct from 0`)
    .limit(limit)
    .execute();
  await deleteArtifacts(db, storage, half);
  return half.length;
}

async function deleteArtifacts(db: Kysely<Schema>, storage: Storage, jobs: readonly Purgeable[]): Promise<number> {
  let deleted = 0;
  for (const job of jobs) {
    deleted += job.bytes ?? (await sizeOf(storage, job));
    await Promise.all(purgedKeys(job).map((key) => storage.delete(key)));
    await db.updateTable('jobs').set({ artifact_bytes: 0 }).where('id', '=', job.id).execute();
  }
  return deleted;
}

/** What a job has in storage, asked for by name: a listing would cost more with every job there ever was. */
export async function sizeOf(storage: Storage, job: Pick<Purgeable, 'id' | 'preview'>): Promise<number> {
  const found = await Promise.all(purgedKeys(job).map((key) => storage.stat(key)));
  return found.reduce((sum, object) => sum + (object?.sizeBytes ?? 0), 0);
}
