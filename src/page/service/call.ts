import { errorBodyOf, FailedCall } from './failed-call.ts';

/** The JSON the service answers with; throws a `FailedCall` for everything else. */
export async function getJson<T>(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  return (await call(path, { signal: signal ?? null })).json() as Promise<T>;
}

export async function getBytes(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<Uint8Array> {
  return new Uint8Array(await (await call(path, { signal: signal ?? null })).arrayBuffer());
}

export async function send<T>(method: 'DELETE' | 'POST', path: string): Promise<T> {
  return (await call(path, { method })).json() as Promise<T>;
}

async function call(path: string, request: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw new FailedCall(0, null, null);
  }
  if (response.ok) return response;
  throw new FailedCall(response.status, errorBodyOf(await response.text()), response.headers.get('retry-after'));
}

export interface Upload {
  readonly signal?: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress?: (sent: number) => void;
}

/** Sends a form; `fetch` cannot tell how much of it is on its way. */
export function postForm<T>(path: string, form: FormData, { signal, onProgress }: Upload = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new FailedCall(0, null, null));
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else
        reject(
          new FailedCall(request.status, errorBodyOf(request.responseText), request.getResponseHeader('retry-after')),
        );
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
