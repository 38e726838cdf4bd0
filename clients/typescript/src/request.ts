import { RepriseError, readErrorBody } from './errors.ts';

/** Sends a request; throws a `RepriseError` unless the response is a success. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

export function createSender({ baseUrl, headers, fetch }: SenderOptions): Send {
  return async (path, init = {}) => {
    let response: Response;
    try {
      response = await fetch(baseUrl + path, { ...init, headers: { ...headers, ...init.headers } });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new RepriseError(0, { detail: `${baseUrl} cannot be reached.` }, null, { cause });
    }
    if (response.ok) return response;
    throw new RepriseError(response.status, readErrorBody(await response.text()), response.headers.get('retry-after'));
  };
}

/** Resolves after this time; rejects as soon as the signal aborts. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Whether a repetition of the same request can succeed: there was no response, a limit is reached or the service is full. */
export function canRepeat(error: unknown): error is RepriseError {
  return error instanceof RepriseError && [0, 429, 502, 503, 504].includes(error.status);
}
