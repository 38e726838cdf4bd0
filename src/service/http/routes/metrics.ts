import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../metrics/index.ts';
import { isEventStream } from '../resources/event-streams.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the service held the request on purpose, which is no part of its response time. */
    waitedMs: number;
  }
}

/** Measures every request. Must be called before the routes are added. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest('waitedMs', 0);
  app.addHook('onResponse', (request, reply, done) => {
    // The duration of an event stream is not a response time.
    if (!isEventStream(reply)) {
      metrics.requestFinished({
        method: request.method,
        // The pattern, not the path: otherwise clients could create a new time series with every request.
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        seconds: Math.max(0, reply.elapsedTime - request.waitedMs) / 1000,
      });
    }
    done();
  });
}

export function addMetricsRoute(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const text = await metrics.text();
    request.isRoutine = true;
    return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}
