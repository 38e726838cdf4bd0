import { ApiError } from '../api/api-error.ts';
import { delay, secondsToWait } from '../api/rate-limit.ts';
import { postForm } from '../api/request.ts';
import { linkTo } from '../link-to.ts';

/** The state of a skin file. */
export type SkinState =
  | { readonly is: 'reading' | 'ready' | 'uploaded' }
  | { readonly is: 'uploading'; readonly fraction: number }
  /** The service allows a few skins per minute; the upload is retried by itself. */
  | { readonly is: 'waiting'; readonly error: ApiError }
  | { readonly is: 'rejected'; readonly error: unknown; readonly canRetry: boolean };

export interface SkinUploadOptions {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onState: (state: SkinState) => void;
}

/** Uploads a skin file under a name, and retries while a limit is reached. Returns false if it was rejected or cancelled. */
export async function uploadSkin(file: File, { name, signal, onState }: SkinUploadOptions): Promise<boolean> {
  const form = new FormData();
  form.set('skin', file, `${name}.osk`);
  while (!signal.aborted) {
    onState({ is: 'uploading', fraction: 0 });
    try {
      const onProgress = (fraction: number) => onState({ is: 'uploading', fraction });
      await postForm(linkTo('/v1/skins/upload'), form, { signal, onProgress });
      onState({ is: 'uploaded' });
      return true;
    } catch (error) {
      if (signal.aborted) break;
      const seconds = secondsToWait(error);
      if (seconds === null) {
        onState({ is: 'rejected', error, canRetry: canRetryHelp(error) });
        break;
      }
      onState({ is: 'waiting', error: error as ApiError });
      await delay(seconds * 1000, signal);
    }
  }
  return false;
}

/** A retry cannot help if the file itself is the reason, but its name can be changed. */
function canRetryHelp(error: unknown): boolean {
  const isAboutFile = error instanceof ApiError && [400, 413, 415, 422].includes(error.status);
  return !isAboutFile || error.code.startsWith('skin/name-');
}
