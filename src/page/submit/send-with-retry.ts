import { ApiError } from '../api/api-error.ts';
import { delay, secondsToWait } from '../api/rate-limit.ts';
import type { UploadOptions } from '../api/request.ts';

/** The state of an upload. */
export type SendState =
  | { readonly is: 'uploading'; readonly fraction: number }
  /** A limit is reached; the upload is retried by itself. */
  | { readonly is: 'waiting'; readonly error: ApiError }
  | { readonly is: 'uploaded'; readonly jobId: string }
  | { readonly is: 'rejected'; readonly error: unknown; readonly canRetry: boolean };

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onState: (state: SendState) => void;
}

/**
 * Uploads what becomes a job, and retries while a limit is reached. `submit` uploads once and returns the id of the job.
 * Returns that id; null if the upload was rejected or cancelled.
 */
export async function sendWithRetry(
  submit: (options: UploadOptions) => Promise<string>,
  { signal, onState }: SendOptions,
): Promise<string | null> {
  while (!signal.aborted) {
    onState({ is: 'uploading', fraction: 0 });
    try {
      const onProgress = (fraction: number) => onState({ is: 'uploading', fraction });
      const jobId = await submit({ signal, onProgress });
      onState({ is: 'uploaded', jobId });
      return jobId;
    } catch (error) {
      if (signal.aborted) break;
      const seconds = secondsToWait(error);
      if (seconds === null) {
        onState({ is: 'rejected', error, canRetry: canRetryHelp(error) });
        return null;
      }
      onState({ is: 'waiting', error: error as ApiError });
      await delay(seconds * 1000, signal);
    }
  }
  return null;
}

/** A retry cannot help if the file itself is the reason. */
function canRetryHelp(error: unknown): boolean {
  return !(error instanceof ApiError) || ![413, 415].includes(error.status);
}
