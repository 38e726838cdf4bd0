import type { ErrorBody, ErrorCode, FieldError } from './api-types.ts';

/** Failures of which the service knows nothing: no response, or one that does not come from it but from a proxy. */
export type ClientErrorCode = 'client/unreachable' | 'client/unreadable-response';

export type RepriseErrorCode = ErrorCode | ClientErrorCode;

/** A request failed: the service refused it or could not be reached. Also the failure of a job that was waited for. */
export class RepriseError extends Error {
  override readonly name = 'RepriseError';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Decide by it: codes are stable, messages are for people. */
  readonly code: RepriseErrorCode;
  /** The invalid fields of a request. */
  readonly fields: readonly FieldError[];
  /** When a repetition can help, in seconds; null if the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    body: Partial<ErrorBody> | null,
    retryAfter: string | null = null,
    options?: ErrorOptions,
  ) {
    super(body === null ? messageWithoutBody(status) : (body.detail ?? ''), options);
    this.status = status;
    const unknown = status === 0 ? 'client/unreachable' : 'client/unreadable-response';
    this.code = (body?.code as RepriseErrorCode | undefined) ?? unknown;
    this.fields = body?.errors ?? [];
    // A timer cannot wait longer than 24 days, and would end at once.
    this.retryAfterSeconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  }
}

/** Parses the body of an error response; null if it does not come from the service. */
export function readErrorBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body ? (body as Partial<ErrorBody>) : null;
  } catch {
    return null;
  }
}

function messageWithoutBody(status: number): string {
  return status === 0
    ? 'The service cannot be reached.'
    : `The response with status ${status} is not from the service.`;
}
