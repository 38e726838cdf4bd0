import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../failure.ts';
import type { Log } from '../../log.ts';
import { drainRequest, isArriving } from './drain-request.ts';
import { type ErrorAnswer, errorAnswer, failureOf } from './error-answer.ts';
import { newRequestId } from './request-id.ts';
import { artifactsPath } from './routes/artifacts.ts';

export interface OnErrorOptions {
  readonly debug: boolean;
  readonly lingerMs: number;
  readonly log: Log;
  /** For every answer, those that no hook sees included. */
  readonly headers: Readonly<Record<string, string>>;
}

const retryAfterSeconds = 30;

export type ErrorAnswers = ReturnType<typeof createErrorAnswers>;

/** The one place where errors become answers, wherever in the life of a request they come up. */
export function createErrorAnswers({ debug, lingerMs, log, headers }: OnErrorOptions) {
  return { onError, onUnroutable, onUnreadable };

  /** Whatever a handler or a hook has thrown. */
  function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const answer = errorAnswer(error, { debug });
    if (answer.status >= 500) request.log.error({ err: error, code: answer.body.code }, 'request failed');
    else request.log.debug({ code: answer.body.code }, 'request refused');
    send(answer, request, reply);
  }

  /** A path that cannot be decoded: it names nothing, and among artifacts it is a trick. */
  function onUnroutable(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(headers).header('x-request-id', request.id);
    const isArtifact = request.raw.url?.startsWith(artifactsPath) === true;
    send(errorAnswer(new Failure(isArtifact ? 'artifact/forbidden' : 'request/not-found'), { debug }), request, reply);
  }

  /** Bytes that are no request, or that came too slowly to become one. */
  function onUnreadable(error: Error, socket: Socket): void {
    // A second error of the same connection, one that was reset, or one whose answer is already on its way.
    const { _httpMessage: answering } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (!socket.writable || answering?.headersSent === true) {
      socket.destroy();
      return;
    }
    const requestId = newRequestId();
    const failure = failureOf(error) ?? new Failure('request/malformed', undefined, { cause: error });
    log.debug({ request_id: requestId, code: failure.code }, 'request refused');
    sendRaw(socket, errorAnswer(failure, { debug }), requestId);
  }

  function send({ status, body }: ErrorAnswer, request: FastifyRequest, reply: FastifyReply): void {
    if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', retryAfterSeconds);
    }
    const text = JSON.stringify(body);
    reply.code(status).type('application/json; charset=utf-8').header('content-length', Buffer.byteLength(text));
    if (!isArriving(request.raw)) {
      reply.send(text);
      return;
    }
    reply.header('connection', 'close').send(drainRequest(text, request.raw, lingerMs));
  }

  /** Without a request there is no framework to help. */
  function sendRaw(socket: Socket, { status, body }: ErrorAnswer, requestId: string): void {
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-ID: ${requestId}`,
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.removeAllListeners('data');
    socket.on('data', () => {}); // Still sending, perhaps: closing now would cost the client its answer.
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }
}

const reasons: Record<number, string> = {
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};
