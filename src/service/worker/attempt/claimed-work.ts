import type { FailureCounts, RequeueReason } from '../../jobs/index.ts';
import type { RetryDecision } from './retry-decision.ts';

/** A job or a segment that this worker has claimed. */
export interface ClaimedWork {
  readonly claim: FailureCounts & { readonly job: { readonly id: string }; readonly attempt: number };
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal;
  /** Aborted when the worker stops or the claim is lost. */
  readonly signal: AbortSignal;
  isClaimed(): Promise<boolean>;
  /** Returns it to the queue; false when the claim is lost. */
  requeue(reason: RequeueReason): Promise<boolean>;
  /** Writes the last line of the job's log. */
  writeEnd(line: string, decision: RetryDecision): Promise<void>;
  /** Called when the claim is lost. */
  onLost(): Promise<void>;
}

/** Throws when a report on a claim returned false, because the claim is lost. */
export async function requireClaim(isClaimed: Promise<boolean>): Promise<void> {
  if (!(await isClaimed)) throw new Error('Another attempt has claimed the job.');
}
