import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Log } from '../../log.ts';
import type { ErrorAnswers } from './on-error.ts';
import { requestIdOf } from './request-id.ts';

export interface Timeouts {
  /** For the request line and the headers. */
  readonly headersMs: number;
  /** For a whole request; a skin of 200 MB over a slow line has to fit. */
  readonly requestMs: number;
  /** For a pause inside an upload. */
  readonly idleMs: number;
  /** For an open connection between two requests. */
  readonly keepAliveMs: number;
  /** For a client that goes on sending after it was refused. */
  readonly lingerMs: number;
  /** Between signs of life on a stream of events. */
  readonly heartbeatMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  requestMs: 15 * 60_000,
  idleMs: 30_000,
  keepAliveMs: 65_000,
  lingerMs: 10_000,
  heartbeatMs: 15_000,
};

const maxHeaderBytes = 16 * 1024;

/** Fastify on a server of Node's with a bound on everything a client can send before a handler sees it. */
export function createServer({
  log,
  timeouts,
  errors,
}: {
  log: Log;
  timeouts: Timeouts;
  errors: ErrorAnswers;
}): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => requestIdOf(headers),
    frameworkErrors: errors.onUnroutable,
    clientErrorHandler: errors.onUnreadable,
    // A path is bounded by the size of the headers; the router's own bound would only change the answer.
    routerOptions: { maxParamLength: maxHeaderBytes },
    // Requests that are under way when the service stops are answered, and so are those that follow on their heels.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    bodyLimit: 64 * 1024,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    // For a client that does not read its answer; work on a request, such as storing a skin, may take its time too.
    connectionTimeout: timeouts.requestMs,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.min(timeouts.headersMs / 4, 5_000),
      // Node would answer with an empty body; a hook asks for it instead.
      requireHostHeader: false,
    },
  });
  // Node would answer with an empty body here too.
  app.server.on('checkExpectation', (request, response) => {
    app.routing(Object.assign(request, { expectationFailed: true }), response);
  });
  return app;
}
