import type { Log } from '../../log.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

/** Stops what was started, in reverse order. */
export interface ShutdownSequence {
  add(name: string, stop: () => Promise<unknown>): void;
  /** Stops everything, even if a part fails or hangs. A second call waits for the first. */
  stop(): Promise<void>;
}

export interface ShutdownOptions {
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

export function createShutdownSequence({ log, drainSeconds, onLate }: ShutdownOptions): ShutdownSequence {
  const extraMs = Math.max(0, drainSeconds - includedDrainSeconds) * 1_000;
  const parts: { name: string; stop: () => Promise<unknown> }[] = [];
  let stopping: Promise<void> | null = null;

  async function stopParts(): Promise<void> {
    const lateTimer = setTimeout(() => {
      log.warn('stopping takes too long');
      onLate?.();
    }, maxStopMs + extraMs);
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const { name, stop } = part;
      await withTimeout(stop(), maxPartStopMs + extraMs).catch((err) => warn(log, name, err));
    }
    clearTimeout(lateTimer);
  }

  return {
    add: (name, stop) => void parts.push({ name, stop }),
    stop() {
      stopping ??= stopParts();
      return stopping;
    },
  };
}

/** A part that is slow on a busy machine is no bug, so its warning has no stack. */
function warn(log: Log, part: string, err: unknown): void {
  if (err instanceof TimeoutError)
    log.warn({ part, reason: err.message }, 'a part of the program did not stop in time');
  else log.warn({ part, err }, 'could not stop a part of the program cleanly');
}
