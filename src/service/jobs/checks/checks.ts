import { type Kysely, sql } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { Job } from '../job.ts';
import { findJob } from '../queries.ts';
import type { QueueEntries } from '../queue/entries.ts';
import { type CheckResult, suspendsWorker } from './check-policy.ts';
import { type DeliveredSegment, type Delivery, deliverSegment } from './deliver.ts';
import { createRemakes, type Remakes } from './remakes.ts';
import { type Suspension, suspendWorker } from './suspend.ts';
import { type SweptChecks, sweepChecks } from './sweep-checks.ts';

/** The segments of lent workers without trust: which of them are rendered again, and what follows. */
export interface Checks {
  /** Ends a segment that such a worker has rendered, and draws whether it is checked. False: it is refused. */
  deliver(segment: DeliveredSegment, delivery: Delivery): Promise<boolean>;
  /** Null: it was checked before, or nothing depends on it any more. */
  find(checkId: string): Promise<SegmentCheck | null>;
  /** Records a result. A difference suspends the worker and makes its jobs again. Null: no worker was suspended. */
  record(check: SegmentCheck, comparison: CheckedComparison): Promise<Suspension | null>;
  /** Records that a segment cannot be compared. */
  drop(check: SegmentCheck, reason: string): Promise<void>;
  readonly remakes: Remakes;
  /** Removes what is not needed any more and repeats lost entries of the queue. Any process may call it at any time. */
  sweep(storage: Storage): Promise<SweptChecks>;
}

/** A segment that is to be rendered again and compared. */
export interface SegmentCheck {
  readonly id: string;
  readonly workerId: string;
  readonly job: Job;
  readonly number: number;
  readonly first: number;
  readonly frames: number;
  readonly fingerprint: Buffer;
  /** Where the worker's segment is kept. */
  readonly key: string;
}

export interface CheckedComparison {
  readonly result: CheckResult;
  /** Why it differs. */
  readonly reason?: string;
}

export function createChecks(parts: { db: Kysely<Schema>; entries: Pick<QueueEntries, 'add'> }): Checks {
  const { db, entries } = parts;
  return {
    deliver: (segment, delivery) => deliverSegment(parts, segment, delivery),
    find: (checkId) => findCheck(db, checkId),
    async record(check, { result, reason = null }) {
      if (!suspendsWorker(result)) {
        await endCheck(db, check, { result, reason });
        return null;
      }
      return db.transaction().execute(async (trx) => {
        // Before the row of the check: another check of the worker that ends now waits here, and not in the middle of a suspension.
        await trx.selectFrom('lent_workers').select('id').where('id', '=', check.workerId).forUpdate().execute();
        if (!(await endCheck(trx, check, { result, reason }))) return null;
        return suspendWorker({ trx, entries }, { workerId: check.workerId, reason: suspensionReason(check, reason) });
      });
    },
    async drop(check, reason) {
      await endCheck(db, check, { result: 'dropped', reason });
    },
    remakes: createRemakes(db),
    sweep: (storage) => sweepChecks(parts, storage),
  };
}

/** Users count segments from 1. */
function suspensionReason({ job, number }: SegmentCheck, reason: string | null): string {
  return `Segment ${number + 1} of job ${job.id} differs. ${reason ?? ''}`.trim();
}

async function findCheck(db: Kysely<Schema>, checkId: string): Promise<SegmentCheck | null> {
  const row = await db
    .selectFrom('lent_segments')
    .selectAll()
    .where('id', '=', checkId)
    .where('check_result', '=', 'waiting')
    .executeTakeFirst();
  const job = row && (await findJob(db, row.job_id));
  if (!job) return null;
  const { id, worker_id: workerId, number, first_frame: first, frames, fingerprint } = row;
  return { id, workerId, job, number, first, frames, fingerprint, key: artifactKeys.checkedSegment(id) };
}

async function endCheck(
  db: Kysely<Schema>,
  { id }: SegmentCheck,
  { result, reason }: { result: CheckResult | 'dropped'; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lent_segments')
    .set({ check_result: result, check_reason: reason, checked_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('check_result', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
