import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Where a client stands in the current minute. */
export interface RateState {
  readonly limit: number;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetsAt: number;
  /** 1 to 60. */
  readonly retryAfterSeconds: number;
}

/** One count per client and minute, in the database and so the same for every process. */
export interface RateLimiter {
  /** Counts one request. */
  take(client: string): Promise<RateState>;
  /** Looks without counting. */
  peek(client: string): Promise<RateState>;
}

export interface RateLimiterOptions {
  readonly pool: Pool;
  /** Limiters of one name share their count, whatever their limits. */
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
    // A client that is over its limit is refused from memory until its minute ends, without a statement each time.
    inMemoryBlockOnConsumed: perMinute,
  });

  function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): RateState {
    return {
      limit: perMinute,
      allowed,
      remaining: remainingPoints,
      resetsAt: Math.ceil((Date.now() + msBeforeNext) / 1000),
      retryAfterSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
    };
  }

  return {
    async take(client) {
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
  };
}
