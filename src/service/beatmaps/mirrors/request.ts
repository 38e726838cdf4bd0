import { setTimeout as sleep } from 'node:timers/promises';
import { noRedirects, type RedirectRule } from './redirect-rule.ts';

export interface RequestOptions {
  /** Until the response begins. */
  readonly responseTimeoutMs: number;
  /** Until the response has ended. */
  readonly totalTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** By default no redirect is followed. */
  readonly mayRedirectTo?: RedirectRule | undefined;
}

const maxRedirects = 5;

/** An HTTP error, with the time of its Retry-After header. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly retryAfterMs: number;

  constructor({ status, headers }: Response) {
    super(`HTTP status ${status}.`);
    this.status = status;
    this.retryAfterMs = Math.max(0, Number(headers.get('retry-after')) || 0) * 1000;
  }
}

/** Returns null for 404; throws for other errors. */
export async function request(url: string, options: RequestOptions, init: RequestInit = {}): Promise<Response | null> {
  const { responseTimeoutMs, totalTimeoutMs, signal, mayRedirectTo = noRedirects } = options;
  const total = AbortSignal.timeout(totalTimeoutMs);
  const tooLate = new AbortController();
  const responded = new AbortController();
  sleep(responseTimeoutMs, undefined, { signal: responded.signal, ref: false }).then(
    () => tooLate.abort(new Error(`No response within ${responseTimeoutMs} ms.`)),
    () => {},
  );
  try {
    const response = await followRedirects(new URL(url), mayRedirectTo, {
      ...init,
      headers: { 'user-agent': 'reprise (osu! replay renderer)', ...init.headers },
      signal: AbortSignal.any([total, tooLate.signal, ...(signal ? [signal] : [])]),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return null;
    throw new HttpError(response);
  } finally {
    responded.abort();
  }
}

async function followRedirects(start: URL, mayRedirectTo: RedirectRule, init: RequestInit): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url.href)) throw new Error('It redirects to an invalid address.');
    const next = new URL(location, url);
    if (!(await mayRedirectTo(next))) {
      throw new Error(`It redirects to ${next.host.slice(0, maxLoggedHost)}, which is not listed or not public.`);
    }
    url = next;
  }
  throw new Error(`It redirects more than ${maxRedirects} times.`);
}

const maxLoggedHost = 100;
const maxJsonLength = 1024 * 1024;

export async function readJson(response: Response): Promise<unknown> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxJsonLength) throw new Error('The response is too long.');
  }
  return JSON.parse(text);
}

/** Reads a path in untrusted JSON; undefined if it does not exist. */
export function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    json,
  );
}
