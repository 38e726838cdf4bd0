import { ApiError } from './api-error.ts';
import type { UploadOptions } from './request.ts';

/** The state of an upload. */
export type UploadState<T> =
  | { readonly is: 'uploading'; readonly fraction: number }
  /** A limit is reached; the upload is retried by itself. */
  | { readonly is: 'waiting'; readonly error: ApiError }
  | { readonly is: 'uploaded'; readonly result: T }
  | { readonly is: 'rejected'; readonly error: unknown; readonly canRetry: boolean };

export interface RetryOptions<T> {
  readonly signal: AbortSignal;
  readonly onState: (state: UploadState<T>) => void;
  /** Whether the file itself is the reason of an error, so that a retry cannot help. */
  readonly isAboutFile?: (error: ApiError) => boolean;
}

/** Uploads, and retries while a limit is reached. Returns the result; null if the upload was rejected or cancelled. */
export async function uploadWithRetry<T>(
  upload: (options: UploadOptions) => Promise<T>,
  { signal, onState, isAboutFile = ({ status }) => status === 413 || status === 415 }: RetryOptions<T>,
): Promise<T | null> {
  while (!signal.aborted) {
    onState({ is: 'uploading', fraction: 0 });
    try {
      const onProgress = (fraction: number) => onState({ is: 'uploading', fraction });
      const result = await upload({ signal, onProgress });
      onState({ is: 'uploaded', result });
      return result;
    } catch (error) {
      if (signal.aborted) break;
      const seconds = secondsToWait(error);
      if (seconds === null) {
        onState({ is: 'rejected', error, canRetry: !(error instanceof ApiError && isAboutFile(error)) });
        break;
      }
      onState({ is: 'waiting', error: error as ApiError });
      await delay(seconds * 1000, signal);
    }
  }
  return null;
}

/** How long the service asks a client that has reached a limit to wait; null if waiting cannot help. */
function secondsToWait(error: unknown): number | null {
  return error instanceof ApiError && error.code.startsWith('limit/') ? error.retryAfterSeconds : null;
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
