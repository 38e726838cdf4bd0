import type { FastifyReply } from 'fastify';
import { Failure } from '../../../failure.ts';
import type { RateState } from './rate-limiter.ts';

/** Adds the rate limit headers to the response. If the client has exceeded the limit, calls `onRefused` and throws. */
export function enforceRateLimit(reply: FastifyReply, state: RateState, onRefused: () => void): void {
  reply
    .header('x-ratelimit-limit', state.limit)
    .header('x-ratelimit-remaining', state.remaining)
    .header('x-ratelimit-reset', state.resetsAt);
  if (state.isAllowed) return;
  onRefused();
  reply.header('retry-after', state.retryAfterSeconds);
  throw new Failure('limit/rate', `Rate limit exceeded: ${state.limit} per 1 minute`);
}
