import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';

/** What is done for every request: the headers of its answer, what HTTP itself demands, and one line in the log. */
export function addRequestHooks(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new Failure('request/malformed');
    if ('expectationFailed' in request.raw) throw new Failure('request/unsupported-expectation');
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
}
