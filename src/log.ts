import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

/**
 * Structured lines on standard error, so that standard output stays for people. Requests get a child of this log that
 * carries their id. Nothing a client sent and no secret may reach a line: only the fields below are ever written of a
 * request or an error, and well-known secrets are struck out wherever they stand.
 */
export function createLog(level: LogLevel, stream: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (fields) => strikeSecrets(fields, 2) },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
    },
    stream,
  );
}

/**
 * Written behind the program's back, and what is left at its exit: a slow reader of our log must not slow the service
 * down. Many lines are written together, since a write for each would be a tenth of a short request; none waits longer
 * than a moment. A reader that has stopped costs at most this much memory, then lines.
 */
function standardError(): DestinationStream {
  return destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 100, maxLength: 4 * 1024 * 1024 });
}

const secrets = new Set([
  'accessKeyId',
  'secretAccessKey',
  'webhookSecret',
  'clientSecret',
  'password',
  'secret',
  'signature',
]);

/** Ten times as quick as the library's own redaction, which would be the larger part of a short request. */
function strikeSecrets(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let struck = fields;
  for (const [name, value] of Object.entries(fields)) {
    const shown = secrets.has(name)
      ? '[secret]'
      : depth > 0 && isPlain(value)
        ? strikeSecrets(value, depth - 1)
        : value;
    if (shown !== value) struck = { ...struck, [name]: shown };
  }
  return struck;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The query is left out: a signed link carries its signature there. */
function describeRequest(request: { method?: string; url?: string }): object {
  return { method: request.method, path: request.url?.split('?', 1)[0]?.slice(0, 512) };
}

function describeResponse(response: { statusCode?: number }): object {
  return { statusCode: response.statusCode };
}

/**
 * Drivers hang the rows and parameters of a failed statement on their errors, so no other property is copied. The queue
 * hands on copies of errors, which are plain objects.
 */
function describeError(error: unknown): unknown {
  if (!isErrorLike(error)) return { message: typeof error };
  const { name, message, code, stack, cause } = error;
  return { type: name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

function isErrorLike(error: unknown): error is Error & { readonly code?: unknown } {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}
