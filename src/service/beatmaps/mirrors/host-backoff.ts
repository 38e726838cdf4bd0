import { HttpError } from './request.ts';

/** The delay doubles with each consecutive error. */
const minDelayMs = 30_000;
const maxDelayMs = 30 * 60_000;

export interface HostBackoffOptions {
  readonly onError?: ((host: string, reason: unknown) => void) | undefined;
  readonly now?: (() => number) | undefined;
}

/** Sends requests to hosts, and skips hosts that failed recently. */
export function createHostBackoff({ onError = () => {}, now = Date.now }: HostBackoffOptions) {
  const skipped = new Map<string, { until: number; errors: number }>();

  /** Returns the result of the request; undefined if the host failed or is being skipped. */
  return async function requestFrom<T>(
    host: string,
    send: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    if ((skipped.get(host)?.until ?? 0) > now()) return undefined;
    try {
      const result = await send();
      skipped.delete(host);
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      const errors = (skipped.get(host)?.errors ?? 0) + 1;
      const retryAfterMs = error instanceof HttpError ? error.retryAfterMs : 0;
      const delayMs = Math.max(retryAfterMs, minDelayMs * 2 ** Math.min(errors - 1, 16));
      skipped.set(host, { errors, until: now() + Math.min(maxDelayMs, delayMs) });
      onError(host, error);
      return undefined;
    }
  };
}
