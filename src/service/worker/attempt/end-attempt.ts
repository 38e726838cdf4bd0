import { failures } from '../../../failure.ts';
import type { Completion } from '../../jobs/index.ts';
import type { JobRunner } from '../job-runner.ts';
import type { ClaimedWork } from './claimed-work.ts';
import { codeOf, decideRetry, maxOutageSeconds, type RetryDecision } from './retry-decision.ts';

/** How an attempt ended. */
export interface AttemptResult {
  /**
   * `lost`: another attempt has the job, or it ended. `segment-rendered`, `split`: it continues under other queue entries.
   * `checked`, `remade`: a segment of a lent worker, a video.
   */
  readonly result:
    | 'completed'
    | 'failed'
    | 'handed-back'
    | 'lost'
    | 'segment-rendered'
    | 'split'
    | 'checked'
    | 'remade';
  /** When the queue should deliver the entry again; null: never. */
  readonly retryAfterSeconds: number | null;
}

type Reporting = Pick<JobRunner, 'complete' | 'log'>;

/** Reports the end of a job, also when the claim is lost: an earlier report whose response was lost may be the reason. */
export async function endJob(
  { complete, log }: Reporting,
  { claim, stopping }: ClaimedWork,
  { completion, onRetry }: { completion: Completion; onRetry?: () => void },
): Promise<AttemptResult> {
  const { job, attempt } = claim;
  const result = await complete(job.id, completion, { attempt, signal: stopping, onRetry });
  log.info({ jobId: job.id, attempt, success: completion.success, result }, 'job ended');
  return { result: completion.success ? 'completed' : 'failed', retryAfterSeconds: null };
}

/** Fails or requeues the job of a failed attempt; leaves it alone when the claim is lost. */
export async function endFailedAttempt(
  reporting: Reporting,
  work: ClaimedWork,
  { error, logKey }: { error: unknown; logKey: string },
): Promise<AttemptResult> {
  const { log } = reporting;
  const { claim, stopping, signal } = work;
  const { job, attempt } = claim;
  const decision = decideRetry(error, claim, { isInterrupted: signal.aborted });
  log.info({ jobId: job.id, attempt, err: error, decision: decision.kind }, 'attempt failed');
  const isClaimed = await (decision.kind === 'retry' ? work.requeue(decision.reason) : work.isClaimed());
  if (!isClaimed) {
    await work.onLost();
    // The next worker that gets the entry finds out whether there is anything left to do.
    return { result: 'lost', retryAfterSeconds: 1 };
  }
  await work.writeEnd(lastLine(decision, error), decision);
  if (decision.kind === 'retry') return { result: 'handed-back', retryAfterSeconds: decision.delaySeconds };
  const { code, message } = decision;
  try {
    return await endJob(reporting, work, { completion: { success: false, error: message, code, logKey } });
  } catch (err) {
    log.warn({ jobId: job.id, attempt, err }, 'could not report a failed job; requeueing it');
    await work.requeue(stopping.aborted ? 'worker-lost' : 'outage');
    return { result: 'handed-back', retryAfterSeconds: stopping.aborted ? 1 : maxOutageSeconds };
  }
}

/** Quotes the failure table, never the error's own message, which may contain paths: users read this line. */
function lastLine(decision: RetryDecision, error: unknown): string {
  if (decision.kind === 'failed') return `Failed: ${failures[decision.code].message} (${decision.code})`;
  const { reason, delaySeconds } = decision;
  if (reason === 'worker-lost') return 'Interrupted; the job returns to the queue.';
  const code = codeOf(error);
  return `This attempt failed: ${failures[code].message} (${code}) The next attempt starts in ${delaySeconds} s.`;
}
