import { setTimeout as sleep } from 'node:timers/promises';

export interface Timeouts {
  /** Until the answer begins. */
  readonly answerMs: number;
  /** Until it has ended. */
  readonly totalMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer that is none; it may say when to come back. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly retryAfterMs: number;

  constructor({ status, headers }: Response) {
    super(`It answered ${status}.`);
    this.status = status;
    this.retryAfterMs = Math.max(0, Number(headers.get('retry-after')) || 0) * 1000;
  }
}

/** Null when it is not there; throws whatever else is no answer. */
export async function request(url: string, { answerMs, totalMs, signal }: Timeouts, request: RequestInit = {}) {
  const tooSlow = AbortSignal.timeout(totalMs);
  const unanswered = new AbortController();
  const answered = new AbortController();
  sleep(answerMs, undefined, { signal: answered.signal, ref: false }).then(
    () => unanswered.abort(new Error(`No answer within ${answerMs} ms.`)),
    () => {},
  );
  try {
    const response = await fetch(url, {
      ...request,
      headers: { 'user-agent': 'reprise (osu! replay renderer)', ...request.headers },
      signal: AbortSignal.any([tooSlow, unanswered.signal, ...(signal ? [signal] : [])]),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return null;
    throw new Refused(response);
  } finally {
    answered.abort();
  }
}

const maxJsonLength = 1024 * 1024;

export async function readJson(response: Response): Promise<unknown> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxJsonLength) throw new Error('Its answer is too long.');
  }
  return JSON.parse(text);
}

/** What stands there in an answer of any shape; undefined where nothing does. */
export function valueAt(answer: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    answer,
  );
}
