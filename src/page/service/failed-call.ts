import type { ErrorBody } from '../../contract/index.ts';

/** What the service refused, or that it could not be reached. */
export class FailedCall extends Error {
  /** 0: no answer came. */
  readonly status: number;
  /** Of the service's table of failures. */
  readonly code: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
  /** When it makes sense to try again. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody> | null, retryAfter: string | null) {
    super(body?.detail ?? '');
    this.name = 'FailedCall';
    this.status = status;
    this.code = body?.code ?? (status === 0 ? 'page/unreachable' : 'page/unreadable-answer');
    this.fields = body?.errors ?? [];
    this.retryAfterSeconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

/** The body of an answer that says no; null where it is not the service that speaks, but something before it. */
export function errorBodyOf(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body ? (body as Partial<ErrorBody>) : null;
  } catch {
    return null;
  }
}
