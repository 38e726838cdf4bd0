import type { FastifyReply } from 'fastify';
import { ScoreUnavailable } from '../../scores/index.ts';

/** Returns a handler that tells the client when it can repeat a request for a score. */
export function withRetryAfter(reply: FastifyReply): (error: unknown) => never {
  return (error) => {
    if (error instanceof ScoreUnavailable) reply.header('retry-after', error.retryAfterSeconds);
    throw error;
  };
}
