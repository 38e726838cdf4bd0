import { ApiError } from './api-error.ts';

/** How long the service asks a client that has reached a limit to wait; null if waiting cannot help. */
export function secondsToWait(error: unknown): number | null {
  return error instanceof ApiError && error.code.startsWith('limit/') ? error.retryAfterSeconds : null;
}

/** Also ends when the signal aborts. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
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
