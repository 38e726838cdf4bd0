import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Log } from '../../log.ts';
import type { ErrorHandlers } from './errors/error-handlers.ts';
import { limitConnections } from './limits/limit-connections.ts';
import { createUrlRewriter } from './requests/base-path.ts';
import { requestIdOf } from './requests/request-id.ts';

export interface Timeouts {
  /** For the request line and the headers. */
  readonly headersMs: number;
  /** For a whole request: long enough to upload a skin of 200 MB over a slow connection. */
  readonly requestMs: number;
  /** For a pause during an upload. */
  readonly idleMs: number;
  /** For a client that reads nothing of its response. */
  readonly unreadMs: number;
  /** For an open connection between two requests. */
  readonly keepAliveMs: number;
  /** For a client that continues to send after its request was refused. */
  readonly drainMs: number;
  /** Between two heartbeats on an event stream. */
  readonly heartbeatMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  requestMs: 15 * 60_000,
  idleMs: 30_000,
  unreadMs: 60_000,
  keepAliveMs: 65_000,
  drainMs: 10_000,
  heartbeatMs: 15_000,
};

const maxHeaderBytes = 16 * 1024;

export interface ServerOptions {
  readonly log: Log;
  readonly timeouts: Timeouts;
  readonly errors: ErrorHandlers;
  /** The path of the public URL; requests may have it before their path. */
  readonly basePath?: string;
}

/** Creates a Fastify app that limits everything a client can send before a handler runs. */
export function createServer({ log, timeouts, errors, basePath = '' }: ServerOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => requestIdOf(headers),
    rewriteUrl: createUrlRewriter(basePath),
    frameworkErrors: errors.onUnroutable,
    clientErrorHandler: errors.onUnreadable,
    // The size of the headers already limits a path; the router's own limit would only change the error.
    routerOptions: { maxParamLength: maxHeaderBytes },
    // Requests in progress when the service stops are answered, and so are requests that follow on their connections.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    bodyLimit: 64 * 1024,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.min(timeouts.headersMs / 4, 5_000),
      // Node would respond with an empty body; a request hook checks the header instead.
      requireHostHeader: false,
    },
  });
  limitConnections(app, timeouts);
  // Node would respond with an empty body here too.
  app.server.on('checkExpectation', (request, response) => {
    app.routing(Object.assign(request, { expectationFailed: true }), response);
  });
  return app;
}
