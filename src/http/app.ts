import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from '@fastify/cors';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';
import type { Database } from '../database/index.ts';
import { Failure } from '../failure.ts';
import type { ReplayDecoder } from '../intake/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Skins } from '../skins/index.ts';
import type { LocalStorage, Storage } from '../storage/index.ts';
import { addDocs } from './docs.ts';
import { createErrorAnswers } from './on-error.ts';
import { requestIdOf } from './request-id.ts';
import { addAnalyticsRoute } from './routes/analytics.ts';
import { addArtifactRoute } from './routes/artifacts.ts';
import { addCompletionRoute } from './routes/completion.ts';
import { addHealthRoute } from './routes/health.ts';
import { addJobRoutes } from './routes/jobs.ts';
import { addLegacyRoutes } from './routes/legacy.ts';
import { addMetrics } from './routes/metrics.ts';
import { addNotFound } from './routes/not-found.ts';
import { addPages } from './routes/pages.ts';
import { addRenderRoute } from './routes/render.ts';
import { addSkinRoutes } from './routes/skins.ts';
import { addStorageRoute } from './routes/storage.ts';
import { securityHeaders } from './security-headers.ts';
import { createSubmitReplay } from './submit-replay.ts';
import type { UploadFolder } from './upload-folder.ts';

/** Everything the service answers with. `cli/` makes it and hands it over. */
export interface Dependencies {
  readonly config: Config;
  readonly version: string;
  readonly log: Log;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly storage: Storage | LocalStorage;
  readonly skins: Skins;
  readonly decoder: ReplayDecoder;
  readonly uploads: UploadFolder;
  readonly metrics: Metrics;
  readonly timeouts: Timeouts;
}

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
}

export const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  requestMs: 15 * 60_000,
  idleMs: 30_000,
  keepAliveMs: 65_000,
  lingerMs: 10_000,
};

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The whole HTTP service, ready to listen. */
export async function createApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, log, metrics, timeouts, version } = dependencies;
  const headers = securityHeaders(config);
  const errors = createErrorAnswers({ debug: config.debug, lingerMs: timeouts.lingerMs, log, headers });

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
    connectionTimeout: timeouts.idleMs + timeouts.lingerMs + timeouts.keepAliveMs,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.min(timeouts.headersMs / 4, 5_000),
      // Node would answer with an empty body.
      requireHostHeader: false,
    },
  });
  app.server.on('checkExpectation', (request, response) => {
    app.routing(Object.assign(request, { expectationFailed: true }), response);
  });
  app.setValidatorCompiler(validatorCompiler);
  // Answers are made from typed values and checked against their schemas in the tests, not again for each client.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(errors.onError);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new Failure('request/malformed');
    if ('expectationFailed' in request.raw) throw new Failure('request/unsupported-expectation');
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_, reply) => {
    // A connection that is kept for another request would keep the service from ending.
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const outcome = { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(outcome, 'request');
  });
  await app.register(cors, {
    origin: config.corsOrigins === '*' ? '*' : [...config.corsOrigins],
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    exposedHeaders,
    maxAge: 3600,
  });
  addNotFound(app);
  addMetrics(app, metrics);
  await addDocs(app, { version, publicUrl: config.publicUrl });
  addRoutes(app.withTypeProvider<ZodTypeProvider>(), dependencies);
  await app.ready();
  return app;
}

const maxHeaderBytes = 16 * 1024;

const exposedHeaders = [
  'X-Request-ID',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Deprecation',
  'Link',
];

function addRoutes(app: App, dependencies: Dependencies): void {
  const submitReplay = createSubmitReplay(dependencies);
  addHealthRoute(app, dependencies);
  addRenderRoute(app, submitReplay);
  addJobRoutes(app, dependencies);
  addAnalyticsRoute(app, dependencies);
  addCompletionRoute(app, dependencies);
  addSkinRoutes(app, dependencies);
  addArtifactRoute(app, dependencies);
  if ('verify' in dependencies.storage) addStorageRoute(app, dependencies.storage);
  addLegacyRoutes(app, dependencies, submitReplay);
  addPages(app, dependencies);
}
