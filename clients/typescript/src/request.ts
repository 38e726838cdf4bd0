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
    try {
      const response = await fetch(baseUrl + path, { ...init, headers: { ...headers, ...init.headers } });
      if (response.ok) return response;
      throw new RepriseError(
        response.status,
        readErrorBody(await response.text()),
        response.headers.get('retry-after'),
      );
    } catch (error) {
      if (error instanceof RepriseError || init.signal?.aborted) throw error;
      throw new RepriseError(0, { detail: `${baseUrl} cannot be reached.` }, null, { cause: error });
    }
  };
}

/** Reads a response as JSON; throws a `RepriseError` if the connection breaks or a proxy has answered instead of the service. */
export async function readJson<T>(response: Response, signal?: AbortSignal | null): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (cause instanceof SyntaxError) throw new RepriseError(response.status, null, null, { cause });
    throw new RepriseError(0, { detail: 'The connection was lost.' }, null, { cause });
  }
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
