import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../failure.ts';
import type { Operator } from '../../administration/index.ts';
import { createClientIdentifier } from '../clients/client-address.ts';
import { bearerTokenOf } from '../clients/key-check.ts';
import type { Dependencies } from '../dependencies.ts';
import { enforceRateLimit } from '../limits/enforce-rate-limit.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { createOriginCheck } from '../requests/origin-check.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts; null: the request is not one of the administration. */
    operator: Operator | null;
  }
}

/** Wrong tokens of one client per minute. Then even the right one is refused, or the limit would tell nothing apart. */
const maxGuessesPerMinute = 10;

export type AuthorizationParts = Pick<Dependencies, 'config' | 'database' | 'metrics' | 'log'>;

/** Creates the check of ADMIN_TOKEN, which comes before everything else of a request. */
export function createAuthorization({ config, database, metrics, log }: AuthorizationParts, token: string) {
  const identify = createClientIdentifier(config);
  const checkOrigin = createOriginCheck(config);
  const guesses = createRateLimiter({ pool: database.pool, name: 'admin', perMinute: maxGuessesPerMinute });
  const isRight = createTokenCheck(token);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    checkOrigin(request.headers);
    const client = identify(request.raw);
    const sent = bearerTokenOf(request.headers);
    if (sent === null) throw refuse(reply);
    const enforce = (state: Awaited<ReturnType<typeof guesses.peek>>) => {
      if (!state.isAllowed) enforceRateLimit(reply, state, () => metrics.rateLimitRefused('admin'));
    };
    enforce(await guesses.peek(client));
    if (!isRight(sent)) {
      enforce(await guesses.consume(client));
      log.warn({ request_id: request.id }, 'refused a wrong administration token');
      throw refuse(reply);
    }
    request.operator = { actor: 'page', client };
  };
}

/** Compares in constant time. The hashes have the same length, so that the length of the token stays unknown, too. */
export function createTokenCheck(token: string): (sent: string) => boolean {
  const expected = hashOf(token);
  return (sent) => timingSafeEqual(hashOf(sent), expected);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refuse(reply: FastifyReply): Failure {
  reply.header('www-authenticate', 'Bearer realm="Reprise administration"');
  return new Failure('admin/unauthorized');
}
