import type { Kysely } from 'kysely';
import { Failure } from '../../failure.ts';
import type { Schema } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import type { LentClaim } from './lent-claims.ts';

export interface StoreOptions {
  readonly file: string;
  /** Called when the storage fails: no other request may store the segment, so another worker must render it. */
  readonly onFailed: () => Promise<void>;
}

/**
 * Stores the video of a lent segment, once: a worker that could replace it would send the right one for the check and another one
 * for the join. A repeated request changes nothing.
 */
export async function storeOnce(
  { db, storage }: { db: Kysely<Schema>; storage: Storage },
  claim: LentClaim,
  { file, onFailed }: StoreOptions,
): Promise<void> {
  if (!(await claimUpload(db, claim))) {
    // The answer to an earlier request was lost.
    if ((await storage.stat(claim.key)) !== null) return;
    throw new Failure('worker/not-lent', 'This segment was received before.');
  }
  try {
    await storage.putFile(claim.key, file);
  } catch (error) {
    await onFailed();
    throw error;
  }
}

/** Gives one request the right to store the video of a segment. False: an earlier one has it. */
async function claimUpload(db: Kysely<Schema>, { job, number, queueEntry, claim }: LentClaim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('segments')
    .set({ was_uploaded: true })
    .where('job_id', '=', job.id)
    .where('number', '=', number)
    .where('queue_entry', '=', queueEntry)
    .where('claims', '=', claim)
    .where('done', '=', false)
    .where('was_uploaded', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
