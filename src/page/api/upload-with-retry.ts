import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { isUnreachable, type UploadOptions } from './request.ts';

/** The state of an upload. */
export type UploadState<T> =
  | { readonly is: 'uploading'; readonly fraction: number }
  /** A limit is reached, or the service cannot be reached; the upload is retried by itself. */
  | { readonly is: 'waiting'; readonly error: RepriseError }
  | { readonly is: 'uploaded'; readonly result: T }
  | { readonly is: 'rejected'; readonly error: unknown; readonly canRetry: boolean };

export interface RetryOptions<T> {
  readonly signal: AbortSignal;
  readonly onState: (state: UploadState<T>) => void;
  /** Whether the file itself is the reason of an error, so that a retry cannot help. */
  readonly isAboutFile?: (error: RepriseError) => boolean;
}

/**
 * Uploads, and retries while a limit is reached or the service does not respond. Returns the result; null if the upload was
 * rejected or cancelled.
 */
export async function uploadWithRetry<T>(
  upload: (options: UploadOptions) => Promise<T>,
  { signal, onState, isAboutFile = ({ status }) => status === 413 || status === 415 }: RetryOptions<T>,
): Promise<T | null> {
  const requestKey = randomKey();
  while (!signal.aborted) {
    onState({ is: 'uploading', fraction: 0 });
    try {
      const onProgress = (fraction: number) => onState({ is: 'uploading', fraction });
      const result = await upload({ signal, onProgress, requestKey });
      onState({ is: 'uploaded', result });
      return result;
    } catch (error) {
      if (signal.aborted) break;
      const seconds = secondsToWait(error);
      if (seconds === null) {
        onState({ is: 'rejected', error, canRetry: !(error instanceof RepriseError && isAboutFile(error)) });
        break;
      }
      onState({ is: 'waiting', error: withDelay(error as RepriseError, seconds) });
      await delay(seconds * 1000, signal);
    }
  }
  return null;
}

/** A service that restarts responds again after some seconds. */
const unreachableSeconds = 5;

/**
 * How long to wait before the next attempt: as long as the service asks a client that has reached a limit to wait; null if
 * waiting cannot help. A request whose response got lost may have been accepted, so all attempts have the same key.
 */
function secondsToWait(error: unknown): number | null {
  if (!(error instanceof RepriseError)) return null;
  if (isUnreachable(error) || error.code === 'idempotency/in-progress') return unreachableSeconds;
  return error.code.startsWith('limit/') ? error.retryAfterSeconds : null;
}

/** The error with the delay, because its notice counts down to the next attempt. */
function withDelay(error: RepriseError, seconds: number): RepriseError {
  if (error.retryAfterSeconds === seconds) return error;
  return new RepriseError(error.status, { code: error.code, detail: error.message }, String(seconds));
}

/** `crypto.randomUUID` exists only on pages with HTTPS. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Also ends when the signal aborts. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
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
