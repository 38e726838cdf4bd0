import { isDiskFull } from '../../../disk-full.ts';
import { Failure, type FailureCode, failures, messageOf } from '../../../failure.ts';
import { type FailureCounts, isDatabaseUnavailable, type RequeueReason } from '../../jobs/index.ts';
import { RenderInterrupted } from '../process/render-process.ts';

/** Whether a failed attempt fails its job or returns it to the queue. */
export type RetryDecision =
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'retry'; readonly reason: RequeueReason; readonly delaySeconds: number };

const maxRenderErrors = 3;
/** A lost worker says little about the job, but a job that crashes its workers must end. */
export const maxLostWorkers = 10;

/**
 * How many outages of each kind a job survives. With the delays below, a job waits about two hours for storage and
 * database, and less than three minutes for mirrors: perhaps no mirror has the map, and a user is waiting.
 */
const maxOutages: Partial<Record<FailureCode, number>> = {
  'beatmap/unavailable': 6,
  'callback/undelivered': 30,
  'database/unavailable': 30,
  'storage/full': 30,
  'storage/unavailable': 30,
  'video/cannot-write': 6,
};

const firstOutageSeconds = 5;
export const maxOutageSeconds = 300;

/** Decides about a failed attempt. Render errors, lost workers and outages are counted separately. */
export function decideRetry(
  error: unknown,
  counts: FailureCounts,
  { isInterrupted }: { isInterrupted: boolean },
): RetryDecision {
  if (isInterrupted || error instanceof RenderInterrupted) {
    if (counts.lostWorkers + 1 < maxLostWorkers) return { kind: 'retry', reason: 'worker-lost', delaySeconds: 1 };
    return { kind: 'failed', code: 'render/worker-lost', message: messageOf(error) };
  }
  const code = codeOf(error);
  const outages = maxOutages[code];
  if (outages !== undefined && counts.outages + 1 < outages) {
    const delaySeconds = Math.min(firstOutageSeconds * 2 ** counts.outages, maxOutageSeconds);
    return { kind: 'retry', reason: 'outage', delaySeconds };
  }
  const isFinal = outages !== undefined || !failures[code].retry || counts.renderErrors + 1 >= maxRenderErrors;
  if (isFinal) return { kind: 'failed', code, message: messageOf(error) };
  return { kind: 'retry', reason: 'render-error', delaySeconds: 1 };
}

/** The error code of a failed attempt; an unexpected error is `render/failed`. */
export function codeOf(error: unknown): FailureCode {
  if (error instanceof Failure) return error.code;
  if (isDatabaseUnavailable(error)) return 'database/unavailable';
  return isDiskFull(error) ? 'storage/full' : 'render/failed';
}
