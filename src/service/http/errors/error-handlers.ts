import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../failure.ts';
import type { Log } from '../../../log.ts';
import { drainRequest, isReceiving } from '../requests/drain-request.ts';
import { isPageVisit, sendMissingPage } from '../requests/page-visit.ts';
import { newRequestId } from '../requests/request-id.ts';
import { artifactsPath } from '../resources/artifact-key.ts';
import { type ErrorResponse, errorResponse, failureOf } from './error-response.ts';

export interface ErrorHandlerOptions {
  readonly debug: boolean;
  /** How long a client may continue to send after its request was refused. */
  readonly drainMs: number;
  readonly log: Log;
  /** Headers for responses that are sent before any hook runs. */
  readonly headers: Readonly<Record<string, string>>;
  /** The page for visitors who open an unknown address; null: there are no pages. */
  readonly missingPage: string | null;
}

const retryAfterSeconds = 30;

export type ErrorHandlers = ReturnType<typeof createErrorHandlers>;

/** The only place where errors become responses, at every stage of a request. */
export function createErrorHandlers({ debug, drainMs, log, headers, missingPage }: ErrorHandlerOptions) {
  return { onError, onUnroutable, onUnreadable };

  /** Handles an error that a route handler or a hook threw. */
  function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const response = errorResponse(error, { debug });
    if (response.status >= 500) request.log.error({ err: error, code: response.body.code }, 'request failed');
    else request.log.debug({ code: response.body.code }, 'request refused');
    send(response, request, reply);
  }

  /** Handles a path that cannot be decoded. Below /v1/artifacts/ it is an attempt to escape the folder. */
  function onUnroutable(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(headers).header('x-request-id', request.id);
    if (missingPage !== null && isPageVisit(request)) {
      sendMissingPage(reply, missingPage);
      return;
    }
    const isArtifact = request.raw.url?.startsWith(artifactsPath) === true;
    const failure = new Failure(isArtifact ? 'artifact/forbidden' : 'request/not-found');
    send(errorResponse(failure, { debug }), request, reply);
  }

  /** Handles bytes that are not an HTTP request, and requests whose headers arrive too slowly. */
  function onUnreadable(error: Error, socket: Socket): void {
    // The connection was reset, had an error before, or its response is already being sent.
    const { _httpMessage: pending } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (!socket.writable || pending?.headersSent === true) {
      socket.destroy();
      return;
    }
    const requestId = newRequestId();
    const failure = failureOf(error) ?? new Failure('request/malformed', undefined, { cause: error });
    log.debug({ request_id: requestId, code: failure.code }, 'request refused');
    sendRaw(socket, errorResponse(failure, { debug }), requestId);
  }

  function send({ status, body }: ErrorResponse, request: FastifyRequest, reply: FastifyReply): void {
    if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', retryAfterSeconds);
    }
    // A cache in front of the service would keep a 404 for a while, and any error as long as what the route meant to send.
    reply.removeHeader('etag').header('cache-control', 'no-store');
    const text = JSON.stringify(body);
    reply.code(status).type('application/json; charset=utf-8').header('content-length', Buffer.byteLength(text));
    if (!isReceiving(request.raw)) {
      reply.send(text);
      return;
    }
    reply.header('connection', 'close').send(drainRequest(text, request.raw, drainMs));
  }

  /** Writes the response to the socket: without a request, Fastify has no reply object. */
  function sendRaw(socket: Socket, { status, body }: ErrorResponse, requestId: string): void {
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-ID: ${requestId}`,
      'Cache-Control: no-store',
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    // The client may still be sending. If the socket closed now, the client could not read the response.
    socket.removeAllListeners('data');
    socket.on('data', () => {});
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
    setTimeout(() => socket.destroy(), drainMs).unref();
  }
}

const reasons: Record<number, string> = {
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};
