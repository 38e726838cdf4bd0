import type { Log } from '../log.ts';
import { within } from './within.ts';

/** What has been started and must be stopped, the last first. */
export interface StopList {
  add(name: string, stop: () => Promise<unknown>): void;
  /** Stops everything, whatever fails on the way, within its time limit. Calling it twice is harmless. */
  stop(): Promise<void>;
}

/** A stop under way longer than this is cut off: whoever asked for it will not wait more than ten seconds. */
const stopLimitMs = 9_000;
/** No part may use all of that time up. */
const eachLimitMs = 6_000;
/** So much of it is for renders; an operator who gives them more waits longer for the whole. */
const drainLimitSeconds = 3;
/** npm passes a signal on that the terminal or the system has sent us already: it is the same wish. */
const sameWishMs = 1_000;

export function createStopList(log: Log, { drainSeconds }: { drainSeconds: number }): StopList {
  const longerMs = Math.max(0, drainSeconds - drainLimitSeconds) * 1_000;
  const stops: { name: string; stop: () => Promise<unknown> }[] = [];
  return {
    add: (name, stop) => void stops.push({ name, stop }),
    async stop() {
      const guard = setTimeout(() => {
        log.warn('stopping took too long; leaving now');
        process.exit(0);
      }, stopLimitMs + longerMs);
      for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
        const { name, stop } = next;
        await within(eachLimitMs + longerMs, stop()).catch((err) =>
          log.warn({ err, part: name }, 'a part did not stop well'),
        );
      }
      clearTimeout(guard);
    },
  };
}

/** Resolves when SIGTERM or SIGINT arrives. Another one, later, ends the process at once. */
export function stopRequest(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    const onSignal = (signal: string) => {
      if (firstAt === null) {
        firstAt = Date.now();
        log.info({ signal }, 'stopping');
        resolve();
      } else if (Date.now() - firstAt > sameWishMs) {
        log.warn({ signal }, 'leaving at once');
        process.exit(1);
      }
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
