import { type Kysely, sql, type Transaction } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { deleteObject } from './delete-object.ts';

/** The content of a beatmap set that a client uploaded with a replay. */
export interface UploadedSet {
  readonly sha256: Buffer;
  /** Null: not known. */
  readonly sizeBytes: number | null;
}

/**
 * Returns the id of the set with this content, for a new job. The row stays locked until the transaction ends, so that the
 * set cannot be deleted before the transaction has inserted the job.
 */
export async function findOrCreateSet(
  trx: Transaction<Schema>,
  { sha256, sizeBytes }: UploadedSet,
  jobId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into uploaded_sets (id, sha256, bytes) values (${jobId}, ${sha256}, ${sizeBytes})
    on conflict (sha256) where accepts_jobs do update set bytes = coalesce(excluded.bytes, uploaded_sets.bytes)
    returning id`.execute(trx);
  return rows[0]!.id;
}

/** Deletes the sets that no job refers to, and returns how many bytes that freed. */
export async function deleteUnusedSets(db: Kysely<Schema>, storage: Storage): Promise<number> {
  let freedBytes = 0;
  for (const { id } of await closeUnusedSets(db)) {
    freedBytes += await deleteObject(storage, artifactKeys.beatmap(id));
    // The row goes last: a deletion that was interrupted is repeated.
    await db.deleteFrom('uploaded_sets').where('id', '=', id).execute();
  }
  return freedBytes;
}

const isUnused = sql<boolean>`not exists (select from jobs where beatmap_set_id = uploaded_sets.id)`;

/** From now on, a job with the same content gets a new set. */
function closeUnusedSets(db: Kysely<Schema>): Promise<{ id: string }[]> {
  return db.transaction().execute(async (trx) => {
    const found = await trx.selectFrom('uploaded_sets').select('id').where(isUnused).forUpdate().skipLocked().execute();
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    // Checked again under the lock: a job may have begun to use the set since the first query.
    return trx
      .updateTable('uploaded_sets')
      .set({ accepts_jobs: false })
      .where('id', 'in', ids)
      .where(isUnused)
      .returning('id')
      .execute();
  });
}

/** Measures the sets from before their sizes were recorded. */
export async function measureSets(db: Kysely<Schema>, storage: Storage): Promise<void> {
  const rows = await db.selectFrom('uploaded_sets').select('id').where('bytes', 'is', null).execute();
  for (const { id } of rows) {
    const object = await storage.stat(artifactKeys.beatmap(id));
    await db
      .updateTable('uploaded_sets')
      .set({ bytes: object?.sizeBytes ?? 0 })
      .where('id', '=', id)
      .execute();
  }
}

export async function sumSetSizes(db: Kysely<Schema>): Promise<number> {
  const { total } = await db
    .selectFrom('uploaded_sets')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
