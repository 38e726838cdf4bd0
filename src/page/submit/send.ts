import { FailedCall } from '../service/failed-call.ts';
import { type Submission, submitReplay } from './render-form.ts';

/** Where a replay is on its way to the service. */
export type SendState =
  | { readonly is: 'sending'; readonly sent: number }
  /** The service has no room just now; it is sent again by itself. */
  | { readonly is: 'waiting'; readonly error: FailedCall }
  | { readonly is: 'sent'; readonly job: string }
  | { readonly is: 'refused'; readonly error: unknown; readonly canRetry: boolean };

export interface SendHooks {
  readonly signal: AbortSignal;
  readonly onState: (state: SendState) => void;
  /** Otherwise the service's. */
  readonly submit?: typeof submitReplay;
}

/** Sends a replay, again and again as long as there is only no room for it; answers the id of its job, or null. */
export async function sendUntilTaken(submission: Submission, hooks: SendHooks): Promise<string | null> {
  const { signal, onState, submit = submitReplay } = hooks;
  while (!signal.aborted) {
    onState({ is: 'sending', sent: 0 });
    try {
      const job = await submit(submission, { signal, onProgress: (sent) => onState({ is: 'sending', sent }) });
      onState({ is: 'sent', job });
      return job;
    } catch (error) {
      if (signal.aborted) break;
      const seconds = secondsToWait(error);
      if (seconds === null) {
        onState({ is: 'refused', error, canRetry: isWorthAnotherTry(error) });
        return null;
      }
      onState({ is: 'waiting', error: error as FailedCall });
      await pause(seconds * 1000, signal);
    }
  }
  return null;
}

/** Null: waiting does not help. */
function secondsToWait(error: unknown): number | null {
  return error instanceof FailedCall && error.code.startsWith('limit/') ? error.retryAfterSeconds : null;
}

/** What the file itself is at fault for does not get better by sending it again. */
function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof FailedCall) || ![413, 415].includes(error.status);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
