import { failures } from '../../failure.ts';
import type { Log } from '../../log.ts';
import type { Completion, HandBackReason, Job, Jobs, Setbacks } from '../jobs/index.ts';
import type { Complete } from './callback.ts';
import { codeOf, judgeAttempt, longestOutageSeconds, type Verdict } from './verdict.ts';

/** How an attempt ended, and when the queue should give its entry out again; null: never. */
export interface Outcome {
  /** `lost`: it was another attempt's, or had ended. `part-made` and `shared-out`: the job is on its way elsewhere. */
  readonly result: 'completed' | 'failed' | 'handed-back' | 'lost' | 'part-made' | 'shared-out';
  readonly againAfterSeconds: number | null;
}

/** What a worker has claimed, a job or a part of one, and how to let go of it. */
export interface Held {
  readonly claim: Setbacks & { readonly job: Job; readonly attempt: number };
  /** The worker stops. */
  readonly stopping: AbortSignal;
  /** It stops, or the claim is gone. */
  readonly signal: AbortSignal;
  isHeld(): Promise<boolean>;
  handBack(why: HandBackReason): Promise<boolean>;
  /** The last line of what users read. */
  writeEnd(line: string, verdict: Verdict): Promise<void>;
  /** It was taken away. */
  onLost(): Promise<void>;
}

interface Parts {
  readonly jobs: Jobs;
  readonly complete: Complete;
  readonly log: Log;
}

/** Goes on when the claim is gone: that may be the doing of this very report, whose answer was lost. */
export async function endJob({ complete, log }: Parts, { claim, stopping }: Held, end: Completion): Promise<Outcome> {
  const { job, attempt } = claim;
  const result = await complete(job.id, end, { attempt, signal: stopping });
  log.info({ jobId: job.id, attempt, success: end.success, result }, 'a job ended');
  return { result: end.success ? 'completed' : 'failed', againAfterSeconds: null };
}

/** Ends the job, or hands back what was claimed; leaves it alone when it is no longer ours. */
export async function afterError(
  parts: Parts,
  held: Held,
  { error, logKey }: { error: unknown; logKey: string },
): Promise<Outcome> {
  const { log } = parts;
  const { claim, stopping, signal } = held;
  const { job, attempt } = claim;
  const verdict = judgeAttempt(error, claim, { interrupted: signal.aborted });
  log.info({ jobId: job.id, attempt, err: error, verdict: verdict.kind }, 'an attempt at a job did not work');
  const isOurs = await (verdict.kind === 'again' ? held.handBack(verdict.why) : held.isHeld());
  if (!isOurs) {
    await held.onLost();
    // Whether there is still anything to do, the queue's next worker finds out.
    return { result: 'lost', againAfterSeconds: 1 };
  }
  await held.writeEnd(lastLine(verdict, error), verdict);
  if (verdict.kind === 'again') return { result: 'handed-back', againAfterSeconds: verdict.afterSeconds };
  const { code, message } = verdict;
  try {
    return await endJob(parts, held, { success: false, error: message, code, logKey });
  } catch (err) {
    log.warn({ jobId: job.id, attempt, err }, 'a job that failed could not be ended; it is handed back');
    await held.handBack(stopping.aborted ? 'worker-lost' : 'outage');
    return { result: 'handed-back', againAfterSeconds: stopping.aborted ? 1 : longestOutageSeconds };
  }
}

/** Only what anyone may read: the sentence of the table, never the message, which may name paths. */
function lastLine(verdict: Verdict, error: unknown): string {
  if (verdict.kind === 'failed') return `Failed: ${failures[verdict.code].message} (${verdict.code})`;
  const { why, afterSeconds } = verdict;
  if (why === 'worker-lost') return 'Interrupted; it goes back to the queue.';
  const code = codeOf(error);
  return `This attempt failed: ${failures[code].message} (${code}) There will be another in ${afterSeconds} s.`;
}
