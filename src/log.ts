import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

/**
 * Writes JSON lines to standard error; standard output is for people. Each request gets a child log that carries its id. No
 * data of clients and no secret may appear in a line: of a request or an error, only the fields below are logged, and fields
 * with the names of secrets are redacted.
 */
export function createLog(level: LogLevel, stream: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }), log: (fields) => redactSecrets(fields, 2) },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
    },
    stream,
  );
}

/**
 * Writes asynchronously, and flushes at exit, so that a slow reader of the log does not slow the service down. Lines are
 * batched, because one write per line would take a tenth of the time of a short request, and flushed every 100 ms. If the
 * reader stops, at most `maxLength` bytes are buffered; further lines are dropped.
 */
function standardError(): DestinationStream & { flushSync(): void } {
  const stream = destination({
    dest: 2,
    sync: false,
    minLength: 32 * 1024,
    maxWrite: 64 * 1024,
    periodicFlush: 100,
    maxLength: 4 * 1024 * 1024,
    // As text, all that is buffered would be measured again with each line.
    contentMode: 'buffer',
  });
  return {
    // In this mode it takes buffers, which its types do not say.
    write: (line) => void stream.write(Buffer.from(line) as unknown as string),
    // The logger calls it for a fatal line.
    flushSync: () => stream.flushSync(),
  };
}

/** Formats each second once, because the formatting of a date takes longer than the rest of a line. */
function createTimestamp(): () => string {
  let second = Number.NaN;
  let secondText = '';
  return () => {
    const now = Date.now();
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000);
      secondText = new Date(second * 1000).toISOString().slice(0, -'000Z'.length);
    }
    return `,"time":"${secondText}${String(now % 1000).padStart(3, '0')}Z"`;
  };
}

const secretNames = new Set([
  'accessKeyId',
  'secretAccessKey',
  'webhookSecret',
  'adminToken',
  'workerToken',
  'token',
  'callbackSecret',
  'authorization',
  'clientSecret',
  'password',
  'secret',
  'signature',
]);

/** Ten times faster than pino's redaction, which would take most of the time of a short request. */
function redactSecrets(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let redacted = fields;
  for (const [name, value] of Object.entries(fields)) {
    const safe = secretNames.has(name)
      ? '[secret]'
      : depth > 0 && isPlain(value)
        ? redactSecrets(value, depth - 1)
        : value;
    if (safe !== value) redacted = { ...redacted, [name]: safe };
  }
  return redacted;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Omits the query, which contains the signature of a signed link. */
function describeRequest(request: { method?: string; url?: string }): object {
  return { method: request.method, path: request.url?.split('?', 1)[0]?.slice(0, 512) };
}

function describeResponse(response: { statusCode?: number }): object {
  return { statusCode: response.statusCode };
}

/**
 * Copies no other property: database drivers attach the rows and parameters of a failed statement to their errors. The queue
 * reports errors as plain objects.
 */
function describeError(error: unknown): unknown {
  if (!isErrorLike(error)) return { message: typeof error };
  const { name, message, code, stack, cause } = error;
  return { type: name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

function isErrorLike(error: unknown): error is Error & { readonly code?: unknown } {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}
