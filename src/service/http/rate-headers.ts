import type { FastifyReply } from 'fastify';
import { Failure } from '../../failure.ts';
import type { RateState } from './rate-limiter.ts';

/** Tells the client where it stands, on whatever answer follows, and refuses it when it is over its limit. */
export function enforceRate(reply: FastifyReply, state: RateState): void {
  reply
    .header('x-ratelimit-limit', state.limit)
    .header('x-ratelimit-remaining', state.remaining)
    .header('x-ratelimit-reset', state.resetsAt);
  if (state.allowed) return;
  reply.header('retry-after', state.retryAfterSeconds);
  throw new Failure('limit/rate', `Rate limit exceeded: ${state.limit} per 1 minute`);
}
