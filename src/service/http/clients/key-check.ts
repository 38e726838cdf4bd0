import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, failures } from '../../../failure.ts';
import { clientOfKey, type Key, type Keys } from '../../keys/index.ts';
import type { RequestClient } from './request-client.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** REQUIRE_KEY refuses requests without a key. */
    needsKey?: boolean;
  }
}

export interface KeyCheckOptions {
  readonly keys: Pick<Keys, 'lookUp'>;
  /** Whether routes with `needsKey` refuse requests without a key. */
  readonly requireKey: boolean;
}

/** Probes and scrapers are no clients; their Authorization is for a proxy. */
const operatorRoutes = ['/health', '/metrics'];

/** These have an Authorization of their own. */
const otherTokens = ['/v1/admin/', '/v1/workers/'];

function isOfOperator({ url, routeOptions }: FastifyRequest): boolean {
  return operatorRoutes.includes(routeOptions.url ?? '') || otherTokens.some((path) => url.startsWith(path));
}

/**
 * Checks the key of every request before anything else of the request. A request without a key is the same as if there were
 * no keys: other schemes of Authorization are ignored, and so is X-On-Behalf-Of.
 */
export function addKeyCheck(app: FastifyInstance, { keys, requireKey }: KeyCheckOptions): void {
  app.decorateRequest('keyClient', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, routeOptions } = request;
    const token = bearerTokenOf(headers);
    if (token === null || isOfOperator(request)) {
      done(
        requireKey && routeOptions.config.needsKey === true
          ? refuseWithoutKey(reply, 'submissions and uploads')
          : undefined,
      );
      return;
    }
    const accept = (key: Key | null): void => {
      const user = headers['x-on-behalf-of'];
      if (key === null) done(refuse(reply, 'key/unknown'));
      else if (user !== undefined && !isUser(user)) done(new Failure('key/user-invalid'));
      else {
        request.keyClient = clientOf(key, user);
        done();
      }
    };
    const found = keys.lookUp(token);
    if (found instanceof Promise) found.then(accept, done);
    else accept(found);
  });
}

/** The token of `Authorization: Bearer`, which may be empty; null: there is no such header. */
export function bearerTokenOf({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const match = /^bearer(?: +(.*))?$/i.exec(authorization.trim());
  return match && (match[1] ?? '');
}

/** 1 to 64 visible ASCII characters. Node joins repeated headers with a comma and a space, which is refused here too. */
function isUser(header: string | string[]): header is string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,64}$/.test(header);
}

function clientOf(key: Key, user: string | undefined): RequestClient {
  return { client: clientOfKey(key.id, user), keyId: key.id, key };
}

/** Adds to a refusal how to send a key. */
function refuse(reply: FastifyReply, code: 'key/required' | 'key/unknown', message?: string): Failure {
  const error = code === 'key/unknown' ? ', error="invalid_token"' : '';
  reply.header('www-authenticate', `Bearer realm="Reprise"${error}`);
  return new Failure(code, message);
}

export function refuseWithoutKey(reply: FastifyReply, what: string): Failure {
  return refuse(reply, 'key/required', failures['key/required'].message.replace('{what}', what));
}
