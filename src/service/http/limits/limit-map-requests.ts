import type { FastifyReply, FastifyRequest } from 'fastify';
import { createClientReader } from '../clients/request-client.ts';
import type { Dependencies } from '../dependencies.ts';
import { enforceRateLimit } from './enforce-rate-limit.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** A page that shows fifty replays requests the map and the picture of each. */
const requestsPerMinute = 120;

export const mapRequestsDescription =
  `Each client may send ${requestsPerMinute} requests per minute for maps, their pictures and pictures of plays ` +
  'together.';

/** Creates the function that counts a request for a map or a picture, and throws if its client has exceeded the limit. */
export function createMapRequestLimit({
  config,
  database,
  metrics,
}: Pick<Dependencies, 'config' | 'database' | 'metrics'>) {
  const readClient = createClientReader(config);
  const limiter = createRateLimiter({ pool: database.pool, name: 'beatmaps', perMinute: requestsPerMinute });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const rate = await limiter.consume(readClient(request).client);
    enforceRateLimit(reply, rate, () => metrics.rateLimitRefused('beatmaps'));
  };
}
