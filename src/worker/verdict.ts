import { Failure, type FailureCode, failures } from '../failure.ts';
import type { Claim } from '../jobs/index.ts';
import { RenderInterrupted } from './render-process.ts';

/** What becomes of a job whose attempt has not worked. */
export type Verdict =
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'again'; readonly why: 'render-error' | 'worker-lost' };

const mostRenderErrors = 3;
export const mostLostWorkers = 10;

/** Errors of the render are counted; so is, apart and more patiently, what is not the job's fault. */
export function judgeAttempt(error: unknown, claim: Claim, { interrupted }: { interrupted: boolean }): Verdict {
  if (interrupted || error instanceof RenderInterrupted || isOutage(error)) {
    if (claim.lostWorkers + 1 < mostLostWorkers) return { kind: 'again', why: 'worker-lost' };
    return { kind: 'failed', code: isOutage(error) ? error.code : 'render/worker-lost', message: messageOf(error) };
  }
  const code = error instanceof Failure ? error.code : 'render/failed';
  const isHopeless = !failures[code].retry || claim.renderErrors + 1 >= mostRenderErrors;
  if (isHopeless) return { kind: 'failed', code, message: messageOf(error) };
  return { kind: 'again', why: 'render-error' };
}

/** Storage and database are everybody's, and come back. */
function isOutage(error: unknown): error is Failure {
  return error instanceof Failure && /^(storage|database)\//.test(error.code) && failures[error.code].retry;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
