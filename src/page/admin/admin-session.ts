import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { fetchOk, jsonOf } from '../api/request.ts';
import { linkTo } from '../link-to.ts';

/** The token is in the storage of this tab: closing the tab signs out. */
const storageKey = 'reprise.admin-token';
const changedEvent = 'reprise:admin-token';

export function readToken(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Null signs out. */
export function storeToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, token);
  dispatchEvent(new Event(changedEvent));
}

/** Calls `listener` when someone signs in or out. Returns a function that unsubscribes. */
export function onTokenChanged(listener: () => void): () => void {
  addEventListener(changedEvent, listener);
  return () => removeEventListener(changedEvent, listener);
}

/** Throws unless the service accepts the token. */
export async function signIn(token: string): Promise<void> {
  // Header values have only these characters; others would throw an error without a text.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new RepriseError(401, { code: 'admin/unauthorized' }, null);
  await request('overview', { token });
  storeToken(token);
}

export async function getAdmin<T>(path: string, signal?: AbortSignal): Promise<T> {
  return jsonOf<T>(await request(path, signal === undefined ? {} : { signal }));
}

export async function getAdminText(path: string): Promise<string> {
  return (await request(path)).text();
}

export async function sendAdmin<T>(method: 'DELETE' | 'POST', path: string, body: object = {}): Promise<T> {
  return jsonOf<T>(await request(path, { method, body }));
}

interface AdminRequest {
  readonly method?: 'DELETE' | 'POST';
  readonly body?: object;
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** The token is sent as a header only: addresses end up in logs and histories. */
async function request(path: string, { method, body, token, signal }: AdminRequest = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token ?? readToken() ?? ''}`,
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  };
  try {
    return await fetchOk(linkTo(`/v1/admin/${path}`), {
      method: method ?? 'GET',
      headers,
      cache: 'no-store',
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    // The token was changed: ask for the new one.
    if (token === undefined && error instanceof RepriseError && error.status === 401) storeToken(null);
    throw error;
  }
}
