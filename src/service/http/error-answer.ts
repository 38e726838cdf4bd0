import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '../../contract/index.ts';
import { Failure, type FailureCode, failures } from '../../failure.ts';
import { isDatabaseGone } from '../database/index.ts';
import { InvalidRequest } from './invalid-request.ts';

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
}

/** What a client is told about anything that was thrown. Only a Failure speaks for itself; the rest is hidden. */
export function errorAnswer(error: unknown, { debug }: { debug: boolean }): ErrorAnswer {
  const failure = failureOf(error);
  if (failure === null) return unexpected(error, debug);
  const { status } = failures[failure.code];
  const errors = failure instanceof InvalidRequest ? { errors: [...failure.errors] } : {};
  return { status, body: { detail: detailOf(failure), code: failure.code, ...errors } };
}

/** Only a message with a placeholder is filled in where the failure is thrown; all others are answered as in the table. */
function detailOf({ code, message }: Failure): string {
  const inTable = failures[code].message;
  return inTable.includes('{') ? message : inTable;
}

function unexpected(error: unknown, debug: boolean): ErrorAnswer {
  const { status, message } = failures['service/internal'];
  const detail = debug && error instanceof Error ? error.message : message;
  return { status, body: { detail, code: 'service/internal' } };
}

/** The failure an error stands for; null for a bug. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new InvalidRequest(
      error.validation.map(({ instancePath, message }) => ({
        field: instancePath.replace(/^\//, ''),
        message: message ?? 'Is not valid.',
      })),
    );
  }
  if (isDatabaseGone(error)) return new Failure('database/unavailable', undefined, { cause: error });
  const code = codeOf(error);
  const named = code === null ? undefined : namedByFramework[code];
  if (named !== undefined) return new Failure(named, undefined, { cause: error });
  const status = clientStatusOf(error);
  return status === null ? null : new Failure(byStatus[status] ?? 'request/malformed', undefined, { cause: error });
}

/** The errors of the HTTP framework, its form reader and Node's parser that have a meaning of their own. */
const namedByFramework: Record<string, FailureCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request/timed-out',
  FST_INVALID_JSON_FIELD_ERROR: 'request/malformed',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request/unsupported-media-type',
  FST_MP_PREMATURE_CLOSE: 'request/malformed',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request/too-large',
  HPE_HEADER_OVERFLOW: 'request/header-too-large',
};

const byStatus: Record<number, FailureCode> = {
  404: 'request/not-found',
  405: 'request/method-not-allowed',
  408: 'request/timed-out',
  413: 'request/too-large',
  415: 'request/unsupported-media-type',
  431: 'request/header-too-large',
};

/** Plugins mark what the client did wrong with a status from 400 to 499. */
function clientStatusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const status = error.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
