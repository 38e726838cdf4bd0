import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Dependencies } from './dependencies.ts';
import { createErrorHandlers } from './errors/error-handlers.ts';
import { addHealthRoute } from './routes/health.ts';
import { addMetrics } from './routes/metrics.ts';
import { addNotFound } from './routes/not-found.ts';
import { createServer, defaultTimeouts } from './server.ts';

/** Creates the HTTP service of a worker: its health and its metrics. */
export async function createWorkerApp(
  dependencies: Pick<Dependencies, 'version' | 'log' | 'metrics' | 'database' | 'storage'>,
): Promise<FastifyInstance> {
  const { log, metrics } = dependencies;
  const errors = createErrorHandlers({ debug: false, drainMs: defaultTimeouts.drainMs, log, headers: {} });
  const app = createServer({ log, timeouts: defaultTimeouts, errors });
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(errors.onError);
  addNotFound(app);
  addMetrics(app, metrics);
  addHealthRoute(app.withTypeProvider<ZodTypeProvider>(), dependencies);
  await app.ready();
  return app;
}
