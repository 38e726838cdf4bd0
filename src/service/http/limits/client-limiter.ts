import { clientOfKey } from '../../keys/index.ts';
import type { RequestClient } from '../clients/request-client.ts';
import { createRateLimiter, type RateLimiter, type RateLimiterOptions, type RateState } from './rate-limiter.ts';

/** Counts the requests of clients per minute. A key has its own limit; each of its users also has that of an address. */
export interface ClientLimiter {
  /** Counts one request. */
  consume(client: RequestClient): Promise<RateState>;
  /** Reads the state without counting a request. */
  peek(client: RequestClient): Promise<RateState>;
}

/** `perMinute` is the limit of an address, and of a user of a key. */
export function createClientLimiter({ pool, name, perMinute }: RateLimiterOptions): ClientLimiter {
  /** By their limit: keys differ in theirs. */
  const limiters = new Map<number, RateLimiter>();

  function limiterOf(limit: number): RateLimiter {
    const limiter = limiters.get(limit) ?? createRateLimiter({ pool, name, perMinute: limit });
    limiters.set(limit, limiter);
    return limiter;
  }

  /** The counts that a request adds to, the smallest first. */
  function countsOf({ client, key }: RequestClient): { limiter: RateLimiter; counted: string }[] {
    if (key === null) return [{ limiter: limiterOf(perMinute), counted: client }];
    const ofKey = { limiter: limiterOf(key.submissionsPerMinute), counted: clientOfKey(key.id) };
    return client === ofKey.counted ? [ofKey] : [{ limiter: limiterOf(perMinute), counted: client }, ofKey];
  }

  return {
    async consume(client) {
      const [first, second] = countsOf(client);
      const state = await first!.limiter.consume(first!.counted);
      if (second === undefined || !state.isAllowed) return state;
      const ofKey = await second.limiter.consume(second.counted);
      // What the key refuses must not use up the limit of its user.
      if (!ofKey.isAllowed) await first!.limiter.giveBack(first!.counted);
      return tighter(state, ofKey);
    },
    async peek(client) {
      const states = await Promise.all(countsOf(client).map(({ limiter, counted }) => limiter.peek(counted)));
      return states.reduce(tighter);
    },
  };
}

/** The state that refuses, or else the one with fewer requests left. */
function tighter(a: RateState, b: RateState): RateState {
  if (a.isAllowed !== b.isAllowed) return a.isAllowed ? b : a;
  return b.remaining < a.remaining ? b : a;
}
