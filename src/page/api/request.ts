import { RepriseError, readErrorBody } from '../../../clients/typescript/src/index.ts';
import { linkTo } from '../link-to.ts';
import { connectionFailed, connectionWorks } from './connection.ts';
import { forgetKey, headersWith, keyHeaders } from './stored-key.ts';

/** Requests JSON; throws a `RepriseError` if the request fails. */
export async function getJson<T>(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  const headers = keyHeaders();
  try {
    return await jsonOf<T>(await fetchOk(path, { signal: signal ?? null, headers }));
  } catch (error) {
    // Everyone may read: a key that has expired must not keep its owner from watching.
    if (!isKeyRefused(error)) throw error;
    return jsonOf<T>(await fetchOk(path, { signal: signal ?? null }));
  }
}

/** With `isKeyed`, the request has the key of this browser, if there is one. */
export async function getBytes(
  path: string,
  { signal, isKeyed = false }: { signal?: AbortSignal; isKeyed?: boolean } = {},
): Promise<Uint8Array> {
  const headers = isKeyed ? keyHeaders() : {};
  return new Uint8Array(await (await fetchOk(path, { signal: signal ?? null, headers })).arrayBuffer());
}

export async function sendRequest<T>(method: 'DELETE' | 'POST', path: string): Promise<T> {
  return jsonOf<T>(await fetchOk(path, { method, headers: keyHeaders() }));
}

/** Throws unless the service accepts the key. */
export async function checkKey(key: string): Promise<void> {
  // Header values have only these characters; others would throw an error without a text.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new RepriseError(401, { code: 'key/unknown' }, null);
  await fetchOk(linkTo('/v1/jobs?limit=1'), { headers: headersWith(key) });
}

function isKeyRefused(error: unknown): boolean {
  return error instanceof RepriseError && error.code === 'key/unknown';
}

/** Sends a request; throws a `RepriseError` unless the response is a success. */
export async function fetchOk(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init);
    if (!response.ok) throw refusal(response.status, await response.text(), response.headers.get('retry-after'));
    connectionWorks();
    return response;
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const error = cause instanceof RepriseError ? cause : new RepriseError(0, null);
    reportConnection(error);
    throw error;
  }
}

function reportConnection(error: RepriseError): void {
  if (isUnreachable(error)) connectionFailed();
  else connectionWorks();
}

/** Reads a successful response; throws a `RepriseError` if a proxy has answered instead of the service, as with a login page. */
export async function jsonOf<T>(response: Response): Promise<T> {
  return parseAnswer<T>(response.status, await response.text());
}

function parseAnswer<T>(status: number, text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new RepriseError(status, null);
  }
}

/** Whether the service did not respond: there was no response, or a proxy has answered in its place. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof RepriseError)) return false;
  return error.code === 'client/unreachable' || (error.code === 'client/unreadable-response' && error.status >= 500);
}

/** The error of a response. A key that the service refuses is forgotten, so that the page asks for another one. */
function refusal(status: number, body: string, retryAfter: string | null): RepriseError {
  const error = new RepriseError(status, readErrorBody(body), retryAfter);
  if (isKeyRefused(error)) forgetKey();
  return error;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** The uploaded fraction, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** The same for all attempts: the service accepts only one of them. */
  readonly requestKey?: string;
}

/** Uploads a form with XMLHttpRequest, because `fetch` does not report upload progress. */
export function postForm<T>(
  path: string,
  form: FormData,
  { signal, onProgress, requestKey }: UploadOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(keyHeaders())) request.setRequestHeader(name, value);
    if (requestKey !== undefined) request.setRequestHeader('idempotency-key', requestKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => fail(new RepriseError(0, null));
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 300) return fail(refusal(status, responseText, request.getResponseHeader('retry-after')));
      connectionWorks();
      try {
        resolve(parseAnswer<T>(status, responseText));
      } catch (error) {
        reject(error);
      }
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);

    function fail(error: RepriseError): void {
      reportConnection(error);
      reject(error);
    }
  });
}
