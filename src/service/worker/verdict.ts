import { Failure, type FailureCode, failures } from '../../failure.ts';
import { type HandBackReason, isDatabaseGone, type Setbacks } from '../jobs/index.ts';
import { isDiskFull } from './disk-full.ts';
import { RenderInterrupted } from './render-process.ts';

/** What becomes of a job whose attempt has not worked. */
export type Verdict =
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'again'; readonly why: HandBackReason; readonly afterSeconds: number };

const mostRenderErrors = 3;
/** A lost worker says little about the job; but one that brings its worker down, however, must end some day. */
export const mostLostWorkers = 30;

/**
 * What is not the render's doing but its surroundings', and how often a job puts up with it. With the waits below, the
 * patient ones give up after about two hours, and the others after less than three minutes: a map that nobody can be asked
 * for may be one that nobody has, and a person waits for the answer.
 */
const mostOutages: Partial<Record<FailureCode, number>> = {
  'beatmap/unavailable': 6,
  'callback/undelivered': 30,
  'database/unavailable': 30,
  'storage/full': 30,
  'storage/unavailable': 30,
  'video/cannot-write': 6,
};

const firstOutageSeconds = 5;
export const longestOutageSeconds = 300;

/** Errors of the render are counted; so is, apart and more patiently, what is not the job's fault. */
export function judgeAttempt(error: unknown, claim: Setbacks, { interrupted }: { interrupted: boolean }): Verdict {
  if (interrupted || error instanceof RenderInterrupted) {
    if (claim.lostWorkers + 1 < mostLostWorkers) return { kind: 'again', why: 'worker-lost', afterSeconds: 1 };
    return { kind: 'failed', code: 'render/worker-lost', message: messageOf(error) };
  }
  const code = codeOf(error);
  const outages = mostOutages[code];
  if (outages !== undefined && claim.outages + 1 < outages) {
    const afterSeconds = Math.min(firstOutageSeconds * 2 ** claim.outages, longestOutageSeconds);
    return { kind: 'again', why: 'outage', afterSeconds };
  }
  const isHopeless = outages !== undefined || !failures[code].retry || claim.renderErrors + 1 >= mostRenderErrors;
  if (isHopeless) return { kind: 'failed', code, message: messageOf(error) };
  return { kind: 'again', why: 'render-error', afterSeconds: 1 };
}

/** Anything without a name of its own is a failed render. */
export function codeOf(error: unknown): FailureCode {
  if (error instanceof Failure) return error.code;
  if (isDatabaseGone(error)) return 'database/unavailable';
  return isDiskFull(error) ? 'storage/full' : 'render/failed';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
