import type { Log } from '../../log.ts';
import { withTimeout } from './with-timeout.ts';

/** Remembers what has been started, to stop it in reverse order. */
export interface StopList {
  add(name: string, stop: () => Promise<unknown>): void;
  /** Stops everything, also if a part fails or hangs. A second call has no effect. */
  stop(): Promise<void>;
}

export interface StopListOptions {
  readonly log: Log;
  /** How long renders may go on. More than `includedDrainSeconds` extends both limits. */
  readonly drainSeconds: number;
  /** Called if stopping takes too long. */
  readonly onLate?: () => void;
}

/** Service managers kill a process about ten seconds after they asked it to stop. */
const maxStopMs = 9_000;
/** One part must not use up all of that time. */
const maxPartStopMs = 6_000;
/** The part of these limits that is meant for renders. */
const includedDrainSeconds = 3;

export function createStopList({ log, drainSeconds, onLate }: StopListOptions): StopList {
  const extraMs = Math.max(0, drainSeconds - includedDrainSeconds) * 1_000;
  const parts: { name: string; stop: () => Promise<unknown> }[] = [];
  return {
    add: (name, stop) => void parts.push({ name, stop }),
    async stop() {
      const lateTimer = setTimeout(() => {
        log.warn('stopping takes too long');
        onLate?.();
      }, maxStopMs + extraMs);
      for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
        const { name, stop } = part;
        await withTimeout(stop(), maxPartStopMs + extraMs).catch((err) =>
          log.warn({ err, part: name }, 'could not stop a part of the program cleanly'),
        );
      }
      clearTimeout(lateTimer);
    },
  };
}
