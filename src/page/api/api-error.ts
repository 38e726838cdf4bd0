import type { ErrorBody } from '../../contract/index.ts';

/** The service rejected a request or could not be reached. */
export class ApiError extends Error {
  /** 0: no response. */
  readonly status: number;
  /** A code of the table of failures. */
  readonly code: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
  /** From the Retry-After header. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody> | null, retryAfter: string | null) {
    super(body?.detail ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.code ?? (status === 0 ? 'page/unreachable' : 'page/unreadable-answer');
    this.fields = body?.errors ?? [];
    this.retryAfterSeconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

/** Parses the body of an error response; null if it does not come from the service, but from a proxy before it. */
export function errorBodyOf(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body ? (body as Partial<ErrorBody>) : null;
  } catch {
    return null;
  }
}
