import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { QueueEntries } from '../queue/entries.ts';
import type { SegmentRef } from '../segments/segment.ts';
import { finishSegment } from '../segments/segments.ts';
import { isDrawn } from './check-policy.ts';

/** A segment that is stored under its key. */
export interface DeliveredSegment extends SegmentRef {
  readonly first: number;
  readonly frames: number;
  readonly fingerprint: Buffer;
  readonly key: string;
}

export interface Delivery {
  /** The lent worker, which is not trusted. */
  readonly workerId: string;
  readonly storage: Storage;
  /** The share of its segments that is checked. */
  readonly share: number;
}

/**
 * Ends a segment that a worker without trust has rendered, and decides whether it is checked. The segment is stored already.
 * One transaction records who rendered it and queues the check. It locks the worker's row: a suspension comes either before,
 * and the segment is refused, or after, and finds the segment. False: the segment is refused.
 */
export async function deliverSegment(
  { db, entries }: { db: Kysely<Schema>; entries: Pick<QueueEntries, 'add'> },
  segment: DeliveredSegment,
  { workerId, storage, share }: Delivery,
): Promise<boolean> {
  const id = randomUUID();
  const isChecked = isDrawn({ share, wasChecked: await wasChecked(db, workerId) });
  const kept = artifactKeys.checkedSegment(id);
  // The join deletes the segments of a job, and does not wait for checks.
  if (isChecked && !(await storage.copy(segment.key, kept))) return false;
  const entryId = isChecked ? randomUUID() : null;
  const isDelivered = await db.transaction().execute(async (trx) => {
    if (!(await lockWorker(trx, workerId))) return false;
    if (!(await finishSegment(trx, segment))) return false;
    await trx
      .insertInto('lent_segments')
      .values({
        id,
        worker_id: workerId,
        job_id: segment.job.id,
        number: segment.number,
        first_frame: segment.first,
        frames: segment.frames,
        fingerprint: segment.fingerprint,
        ...(entryId !== null && { check_result: 'waiting', check_entry: entryId }),
      })
      .execute();
    if (entryId !== null) await addCheckEntry({ trx, entries }, { id, jobId: segment.job.id, entryId });
    return true;
  });
  if (!isDelivered && isChecked) await storage.delete(kept);
  return isDelivered;
}

/** Adds the entry of a check, due at once: the sooner a worker that sends wrong segments is found, the fewer videos are made again. */
export async function addCheckEntry(
  { trx, entries }: { trx: Kysely<Schema>; entries: Pick<QueueEntries, 'add'> },
  { id, jobId, entryId }: { id: string; jobId: string; entryId: string },
): Promise<void> {
  const { turn } = await trx.selectFrom('queue_clock').select('turn').executeTakeFirstOrThrow();
  await entries.add(trx, { job_id: jobId, check: id }, { id: entryId, turn });
}

/** A check without a result says nothing about the worker. */
async function wasChecked(db: Kysely<Schema>, workerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('lent_segments')
    .select('id')
    .where('worker_id', '=', workerId)
    .where('check_result', 'in', ['waiting', 'equal', 'within-bound', 'different'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function lockWorker(trx: Kysely<Schema>, workerId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('lent_workers')
    .select('id')
    .where('id', '=', workerId)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}
