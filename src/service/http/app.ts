import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Database } from '../database/index.ts';
import type { ReplayDecoder } from '../intake/index.ts';
import type { JobFeed, Jobs } from '../jobs/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { SkinPreviews } from '../previews/index.ts';
import type { Skins } from '../skins/index.ts';
import type { LocalStorage, Storage } from '../storage/index.ts';
import { addDocs } from './docs/api-docs.ts';
import { createErrorAnswers } from './errors/error-handlers.ts';
import type { PageFiles } from './page/page-files.ts';
import { addRequestHooks } from './requests/request-hooks.ts';
import { addAnalyticsRoute } from './routes/analytics.ts';
import { addArtifactRoute } from './routes/artifacts.ts';
import { addCancelAndRetryRoutes } from './routes/cancel-and-retry.ts';
import { addCompletionRoute } from './routes/completion.ts';
import { addEventRoutes } from './routes/events.ts';
import { addHealthRoute } from './routes/health.ts';
import { addJobRoutes } from './routes/jobs.ts';
import { addLegacyRoutes } from './routes/legacy.ts';
import { addMetrics } from './routes/metrics.ts';
import { addNotFound } from './routes/not-found.ts';
import { addPages } from './routes/pages.ts';
import { addPlayAssetRoutes } from './routes/player-files.ts';
import { addRenderRoute } from './routes/render.ts';
import { addPreviewRoute } from './routes/skin-preview.ts';
import { addSkinRoutes } from './routes/skins.ts';
import { addStorageRoute } from './routes/storage.ts';
import { securityHeaders } from './security-headers.ts';
import { createServer, type Timeouts } from './server.ts';
import { createSubmitReplay } from './submit-replay.ts';
import type { TempFolder } from '../temp-folder/index.ts';

/** Everything the service answers with. `cli/` makes it and hands it over. */
export interface Dependencies {
  readonly config: Config;
  readonly version: string;
  readonly log: Log;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly feed: JobFeed;
  readonly storage: Storage | LocalStorage;
  readonly skins: Skins;
  readonly beatmaps: Beatmaps;
  readonly previews: SkinPreviews;
  readonly decoder: ReplayDecoder;
  readonly tempFolder: TempFolder;
  readonly page: PageFiles;
  readonly metrics: Metrics;
  readonly timeouts: Timeouts;
}

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
  const app = createServer({ log, timeouts, errors });
  app.setValidatorCompiler(validatorCompiler);
  // Answers are made from typed values and checked against their schemas in the tests, not again for each client.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(errors.onError);

  addRequestHooks(app, headers);
  await app.register(cors, {
    origin: config.corsOrigins === '*' ? '*' : [...config.corsOrigins],
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'],
    exposedHeaders,
    maxAge: 3600,
  });
  addNotFound(app);
  addMetrics(app, metrics);
  await addDocs(app, { version, publicUrl: config.publicUrl, headers });
  addRoutes(app.withTypeProvider<ZodTypeProvider>(), dependencies);
  await app.ready();
  return app;
}

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
  addCancelAndRetryRoutes(app, dependencies);
  addEventRoutes(app, dependencies);
  addAnalyticsRoute(app, dependencies);
  addCompletionRoute(app, dependencies);
  addSkinRoutes(app, dependencies);
  addPreviewRoute(app, dependencies);
  addArtifactRoute(app, dependencies);
  addPlayAssetRoutes(app, dependencies);
  if ('verify' in dependencies.storage) addStorageRoute(app, dependencies.storage);
  addLegacyRoutes(app, dependencies, submitReplay);
  addPages(app, dependencies);
}
