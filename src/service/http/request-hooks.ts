import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../failure.ts';

/**
 * What is done for every request: the headers of its answer, what HTTP itself demands, and one line in the log. The
 * hooks call back instead of returning promises: they run for each request, and this is measurably quicker.
 */
export function addRequestHooks(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done(violationOf(request.raw));
  });

  app.addHook('onSend', (_, reply, payload, done) => {
    // A connection that is kept for another request would keep the service from ending.
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const outcome = { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(outcome, 'request');
    done();
  });
}

function violationOf(request: IncomingMessage): Failure | undefined {
  if (request.headers.host === undefined && request.httpVersion === '1.1') return new Failure('request/malformed');
  if ('expectationFailed' in request) return new Failure('request/unsupported-expectation');
  return undefined;
}
