import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Dependencies } from './dependencies.ts';
import { createErrorHandlers } from './errors/error-handlers.ts';
import { addHealthRoute, type HealthDependencies } from './routes/health.ts';
import { addMetricsRoute, measureRequests } from './routes/metrics.ts';
import { addNotFound } from './routes/not-found.ts';
import { createServer, defaultTimeouts } from './server.ts';

interface WorkerDependencies extends HealthDependencies, Pick<Dependencies, 'metrics'> {
  readonly config: Pick<Config, 'metricsPort'>;
}

/** Creates the HTTP service of a worker: its health and, unless they have their own port, its metrics. */
export async function createWorkerApp(dependencies: WorkerDependencies): Promise<FastifyInstance> {
  const { config, log, metrics } = dependencies;
  const app = createOperatorServer(log);
  measureRequests(app, metrics);
  if (config.metricsPort === null) addMetricsRoute(app, metrics);
  addHealthRoute(app.withTypeProvider<ZodTypeProvider>(), dependencies);
  await app.ready();
  return app;
}

/** Creates the HTTP service of METRICS_PORT. */
export async function createMetricsApp({
  log,
  metrics,
}: Pick<Dependencies, 'log' | 'metrics'>): Promise<FastifyInstance> {
  const app = createOperatorServer(log);
  addMetricsRoute(app, metrics);
  await app.ready();
  return app;
}

function createOperatorServer(log: Log): FastifyInstance {
  const errors = createErrorHandlers({
    debug: false,
    drainMs: defaultTimeouts.drainMs,
    log,
    headers: {},
    missingPage: null,
  });
  const app = createServer({ log, timeouts: defaultTimeouts, errors });
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(errors.onError);
  addNotFound(app);
  return app;
}
