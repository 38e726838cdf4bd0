import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

/**
 * Structured lines on standard error, so that standard output stays for people. Requests get a child of this log that
 * carries their id. Nothing a client sent and no secret may reach a line: only the fields below are ever written of a
 * request or an error, and well-known secrets are struck out wherever they stand.
 */
export function createLog(level: LogLevel, stream: DestinationStream = destination({ dest: 2, sync: true })): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[secret]' },
      serializers: { req: describeRequest, res: describeResponse, err: describeError },
    },
    stream,
  );
}

const secrets = ['accessKeyId', 'secretAccessKey', 'webhookSecret', 'clientSecret', 'password', 'secret', 'signature'];
const secretPaths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** The query is left out: a signed link carries its signature there. */
function describeRequest(request: { method?: string; url?: string }): object {
  return { method: request.method, path: request.url?.split('?', 1)[0]?.slice(0, 512) };
}

function describeResponse(response: { statusCode?: number }): object {
  return { statusCode: response.statusCode };
}

/** Drivers hang the rows and parameters of a failed statement on their errors, so no other property is copied. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return { type: name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
