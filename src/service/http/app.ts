import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { addAdministrationRoutes } from './administration/routes.ts';
import { createBeatmapUploads } from './beatmap-uploads.ts';
import { addKeyCheck } from './clients/key-check.ts';
import type { App, Dependencies } from './dependencies.ts';
import { addApiDocs } from './docs/api-docs.ts';
import { createErrorHandlers } from './errors/error-handlers.ts';
import { addLendingRoutes } from './lending/routes.ts';
import { addBasePath } from './requests/base-path.ts';
import { addDeprecation } from './requests/deprecation.ts';
import { addRequestHooks } from './requests/request-hooks.ts';
import { addCompression } from './responses/compression.ts';
import { addEntityTags } from './responses/entity-tags.ts';
import { addAnalyticsRoute } from './routes/analytics.ts';
import { addArtifactRoute } from './routes/artifacts.ts';
import { addBeatmapInfoRoutes } from './routes/beatmap-info.ts';
import { addCompletionRoute } from './routes/completion.ts';
import { addEventRoutes } from './routes/events.ts';
import { addHealthRoute } from './routes/health.ts';
import { addJobActionRoutes } from './routes/job-actions.ts';
import { addJobCardRoute } from './routes/job-card.ts';
import { addJobRoutes } from './routes/jobs.ts';
import { addLegacyRoutes } from './routes/legacy.ts';
import { addMetricsRoute, measureRequests } from './routes/metrics.ts';
import { addNotFound } from './routes/not-found.ts';
import { addOembedRoute } from './routes/oembed.ts';
import { addPages, missingPageHtml } from './routes/pages.ts';
import { addPlayerFileRoutes } from './routes/player-files.ts';
import { addServiceStateRoute } from './routes/service-state.ts';
import { addPreviewRoute } from './routes/skin-preview.ts';
import { addSkinRoutes } from './routes/skins.ts';
import { addStorageRoute } from './routes/storage.ts';
import { addRenderRoute } from './routes/submission/render.ts';
import { addScoreRoutes } from './routes/submission/score.ts';
import { addTogetherRoute } from './routes/submission/together.ts';
import { addSecurityHeaders, securityHeaders } from './security-headers.ts';
import { createServer } from './server.ts';
import { createSubmissions } from './submissions/submissions.ts';

/** Creates the HTTP service with all its routes, ready to listen. */
export async function createApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, log, metrics, timeouts, version } = dependencies;
  const headers = securityHeaders(config);
  const missingPage = missingPageHtml(dependencies);
  const errors = createErrorHandlers({ debug: config.debug, drainMs: timeouts.drainMs, log, headers, missingPage });
  const app = createServer({ log, timeouts, errors, basePath: config.basePath });
  app.setValidatorCompiler(validatorCompiler);
  // Responses are built from typed values, and tests check them against their schemas; no need to do so per request.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(errors.onError);

  addRequestHooks(app);
  addBasePath(app, config.basePath);
  addEntityTags(app);
  addSecurityHeaders(app, headers);
  addCompression(app);
  await app.register(cors, {
    origin: config.corsOrigins.includes('*') ? '*' : [...config.corsOrigins],
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'],
    exposedHeaders: exposedHeaders.join(', '),
    maxAge: 3600,
  });
  addDeprecation(app);
  // After the headers of CORS, without which a page of another site could not read why it was refused.
  addKeyCheck(app, { keys: dependencies.keys, requireKey: config.requireKey });
  addNotFound(app, missingPage);
  measureRequests(app, metrics);
  if (config.metricsPort === null) addMetricsRoute(app, metrics);
  await addApiDocs(app, { version, basePath: config.basePath, requireKey: config.requireKey, headers });
  addRoutes(app.withTypeProvider<ZodTypeProvider>(), dependencies);
  await app.ready();
  return app;
}

const exposedHeaders = [
  'ETag',
  'X-Request-ID',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Deprecation',
  'Link',
  'WWW-Authenticate',
  'Location',
  'Idempotency-Replayed',
];

function addRoutes(app: App, dependencies: Dependencies): void {
  const beatmapUploads = createBeatmapUploads(dependencies.config);
  const { submitReplay, submitTogether, submitScore } = createSubmissions(dependencies, beatmapUploads);
  addHealthRoute(app, dependencies);
  addRenderRoute(app, submitReplay, dependencies.config);
  addTogetherRoute(app, submitTogether, dependencies.config);
  addScoreRoutes(app, submitScore, dependencies);
  addJobRoutes(app, dependencies);
  addJobActionRoutes(app, dependencies, beatmapUploads);
  addEventRoutes(app, dependencies);
  addAnalyticsRoute(app, dependencies);
  addCompletionRoute(app, dependencies);
  addSkinRoutes(app, dependencies);
  addPreviewRoute(app, dependencies);
  addJobCardRoute(app, dependencies);
  addArtifactRoute(app, dependencies);
  addPlayerFileRoutes(app, dependencies);
  addBeatmapInfoRoutes(app, dependencies);
  if ('readLink' in dependencies.storage) addStorageRoute(app, dependencies.storage);
  addLegacyRoutes(app, dependencies, submitReplay);
  addOembedRoute(app, dependencies);
  addServiceStateRoute(app, dependencies);
  addAdministrationRoutes(app, dependencies);
  addLendingRoutes(app, dependencies);
  addPages(app, dependencies);
}
