import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../metrics/index.ts';
import { isEventStream } from '../event-streams.ts';

/** Measures every request and shows the numbers at /metrics. To be called before the routes are added. */
export function addMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    // How long somebody has followed a stream says nothing about how quick the service is.
    if (!isEventStream(reply)) {
      metrics.requestFinished({
        method: request.method,
        // The pattern and not the path: a client must not be able to make a new series with every request.
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
    }
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_, reply) => {
    const text = await metrics.text();
    return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}
