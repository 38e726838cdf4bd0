import { ApiError, errorBodyOf } from './api-error.ts';
import { connectionFailed, connectionWorks } from './connection.ts';

/** Requests JSON; throws an `ApiError` if the request fails. */
export async function getJson<T>(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  return (await fetchOk(path, { signal: signal ?? null })).json() as Promise<T>;
}

export async function getBytes(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<Uint8Array> {
  return new Uint8Array(await (await fetchOk(path, { signal: signal ?? null })).arrayBuffer());
}

export async function sendRequest<T>(method: 'DELETE' | 'POST', path: string): Promise<T> {
  return (await fetchOk(path, { method })).json() as Promise<T>;
}

async function fetchOk(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
    connectionWorks();
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    connectionFailed();
    throw new ApiError(0, null, null);
  }
  if (response.ok) return response;
  throw new ApiError(response.status, errorBodyOf(await response.text()), response.headers.get('retry-after'));
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** The uploaded fraction, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** Uploads a form with XMLHttpRequest, because `fetch` does not report upload progress. */
export function postForm<T>(path: string, form: FormData, { signal, onProgress }: UploadOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, null, null));
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else
        reject(
          new ApiError(request.status, errorBodyOf(request.responseText), request.getResponseHeader('retry-after')),
        );
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
