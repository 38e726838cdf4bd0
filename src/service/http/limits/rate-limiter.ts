import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** How much of its limit a client has used in the current minute. */
export interface RateState {
  readonly limit: number;
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetsAt: number;
  /** 1 to 60. */
  readonly retryAfterSeconds: number;
}

/** Counts the requests of each client per minute, in the database, for all processes together. */
export interface RateLimiter {
  /** Counts one request. */
  consume(client: string): Promise<RateState>;
  /** Reads the state without counting a request. */
  peek(client: string): Promise<RateState>;
  /** Takes back one request that was counted and allowed. */
  giveBack(client: string): Promise<void>;
}

export interface RateLimiterOptions {
  readonly pool: Pool;
  /** Limiters with the same name share their counts, even if their limits differ. */
  readonly name: string;
  readonly perMinute: number;
}

const rateLimitsTable = 'rate_limits';
const windowSeconds = 60;

export function createRateLimiter({ pool, name, perMinute }: RateLimiterOptions): RateLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: rateLimitsTable,
    tableCreated: true,
    keyPrefix: name,
    points: perMinute,
    duration: windowSeconds,
    // A client that exceeded its limit is refused from memory until its minute ends, without a query.
    inMemoryBlockOnConsumed: perMinute + 1,
  });

  function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): RateState {
    return {
      limit: perMinute,
      isAllowed,
      remaining: remainingPoints,
      resetsAt: Math.ceil((Date.now() + msBeforeNext) / 1000),
      retryAfterSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
    };
  }

  return {
    async consume(client) {
      try {
        return stateOf(await limiter.consume(client), true);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return stateOf(refused, false);
        throw refused;
      }
    },
    async peek(client) {
      const found = await limiter.get(client);
      if (found === null) return stateOf(new RateLimiterRes(perMinute, windowSeconds * 1000), true);
      return stateOf(found, found.remainingPoints > 0);
    },
    async giveBack(client) {
      await limiter.reward(client);
    },
  };
}
