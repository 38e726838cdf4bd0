import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '../../../contract/index.ts';
import { isDiskFull } from '../../../disk-full.ts';
import { Failure, type FailureCode, failures } from '../../../failure.ts';
import { isDatabaseUnavailable } from '../../database/index.ts';
import { failureDetail } from './failure-detail.ts';
import { InvalidRequest } from './invalid-request.ts';
import { RefusedFile } from './refused-file.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly body: ErrorBody;
}

/** The response to an error. Only the message of a Failure reaches the client; that of a bug stays hidden. */
export function errorResponse(error: unknown, { debug }: { debug: boolean }): ErrorResponse {
  const failure = failureOf(error);
  if (failure === null) return internalError(error, debug);
  const { status } = failures[failure.code];
  const isRefusedFile = failure instanceof RefusedFile;
  const errors = isRefusedFile || failure instanceof InvalidRequest ? { errors: [...failure.errors] } : {};
  const detail = isRefusedFile ? failure.message : failureDetail(failure);
  return { status, body: { detail, code: failure.code, ...errors } };
}

function internalError(error: unknown, debug: boolean): ErrorResponse {
  const { status, message } = failures['service/internal'];
  const detail = debug && error instanceof Error ? error.message : message;
  return { status, body: { detail, code: 'service/internal' } };
}

/** The failure that an error stands for; null for a bug. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new InvalidRequest(
      error.validation.map(({ instancePath, message }) => ({
        // As in forms: `body` is the whole body, and `settings.fps` a member of a field.
        field: instancePath.slice(1).replaceAll('/', '.') || 'body',
        message: message ?? 'Is not valid.',
      })),
    );
  }
  if (isDatabaseUnavailable(error)) return new Failure('database/unavailable', undefined, { cause: error });
  if (isDiskFull(error)) return new Failure('storage/full', undefined, { cause: error });
  const code = codeOf(error);
  const byCode = code === null ? undefined : failuresByErrorCode[code];
  if (byCode !== undefined) return new Failure(byCode, undefined, { cause: error });
  const status = clientStatusOf(error);
  return status === null
    ? null
    : new Failure(failuresByStatus[status] ?? 'request/malformed', undefined, { cause: error });
}

/** Error codes of Node's HTTP parser that have a failure of their own. */
const failuresByErrorCode: Record<string, FailureCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request/timed-out',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request/too-large',
  HPE_HEADER_OVERFLOW: 'request/header-too-large',
};

const failuresByStatus: Record<number, FailureCode> = {
  404: 'request/not-found',
  405: 'request/method-not-allowed',
  408: 'request/timed-out',
  413: 'request/too-large',
  415: 'request/unsupported-media-type',
  431: 'request/header-too-large',
};

/** The status from 400 to 499 with which plugins mark errors of the client; null for all other errors. */
function clientStatusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const status = error.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
