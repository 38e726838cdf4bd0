import type { SegmentClaim } from '../jobs/index.ts';
import type { LendingParts, TakenSegment } from './lending-parts.ts';
import { findLentClaims, type LentClaim } from './lent-claims.ts';
import type { LentWorker } from './lent-worker.ts';

/** Returns a segment to the queue, for the next worker that takes one. */
export async function putBack(
  { jobs, queue }: Pick<LendingParts, 'jobs' | 'queue'>,
  claim: LentClaim | SegmentClaim,
  taken: TakenSegment,
): Promise<void> {
  await jobs.segments.requeue(claim, 'worker-lost');
  await (await queue()).entries.putBack(taken, 0);
}

/** Returns the segments of a process that is gone, without waiting for missed heartbeats. */
export async function putBackAll(
  { db, jobs, queue }: Pick<LendingParts, 'db' | 'jobs' | 'queue'>,
  worker: LentWorker,
): Promise<void> {
  const claims = (await findLentClaims(db, worker)).filter(({ isDone }) => !isDone);
  if (claims.length === 0) return;
  const { entries } = await queue();
  for (const claim of claims) {
    await jobs.segments.requeue(claim, 'worker-lost');
    await entries.fail({ id: claim.queueEntry, retryCount: 0 });
  }
}
