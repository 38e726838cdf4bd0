import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Dependencies } from './app.ts';
import { createErrorAnswers } from './on-error.ts';
import { addHealthRoute } from './routes/health.ts';
import { addMetrics } from './routes/metrics.ts';
import { addNotFound } from './routes/not-found.ts';
import { createServer, defaultTimeouts } from './server.ts';

/** All that a worker answers: whether it is well, and its numbers. */
export async function createWorkerApp(
  dependencies: Pick<Dependencies, 'version' | 'log' | 'metrics' | 'database' | 'storage'>,
): Promise<FastifyInstance> {
  const { log, metrics } = dependencies;
  const errors = createErrorAnswers({ debug: false, lingerMs: defaultTimeouts.lingerMs, log, headers: {} });
  const app = createServer({ log, timeouts: defaultTimeouts, errors });
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(errors.onError);
  addNotFound(app);
  addMetrics(app, metrics);
  addHealthRoute(app.withTypeProvider<ZodTypeProvider>(), dependencies);
  await app.ready();
  return app;
}
