import { Refused } from './request.ts';

/** One that fails is left alone for a while, twice as long each time. */
const restMs = { first: 30_000, longest: 30 * 60_000 };

export interface HostBackoffOptions {
  readonly onTrouble?: ((host: string, reason: unknown) => void) | undefined;
  readonly now?: (() => number) | undefined;
}

/** Asks places that may fail, and leaves those that did alone for a while. */
export function createHostBackoff({ onTrouble = () => {}, now = Date.now }: HostBackoffOptions) {
  const resting = new Map<string, { until: number; failures: number }>();

  /** What `ask` answers; undefined when the place could not be asked. */
  return async function trying<T>(host: string, ask: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    if ((resting.get(host)?.until ?? 0) > now()) return undefined;
    try {
      const answer = await ask();
      resting.delete(host);
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      const failures = (resting.get(host)?.failures ?? 0) + 1;
      const wanted = error instanceof Refused ? error.retryAfterMs : 0;
      const rest = Math.max(wanted, restMs.first * 2 ** Math.min(failures - 1, 16));
      resting.set(host, { failures, until: now() + Math.min(restMs.longest, rest) });
      onTrouble(host, error);
      return undefined;
    }
  };
}
