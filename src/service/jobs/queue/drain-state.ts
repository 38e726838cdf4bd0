import type { Log } from '../../../log.ts';
import { createWatchedValue } from '../../../watched-value.ts';

/** Whether an operator wants a worker to take no more entries. */
export interface DrainState {
  set(isDraining: boolean): void;
  /** Resolves when the worker should take no more entries, or when the signal aborts. */
  untilDrained(signal: AbortSignal): Promise<void>;
  /** Resolves when the worker may take entries, or when the signal aborts. */
  untilResumed(signal: AbortSignal): Promise<void>;
}

export function createDrainState(log: Log): DrainState {
  const state = createWatchedValue(false);
  return {
    set(isDraining) {
      if (isDraining === state.current) return;
      log.info(isDraining ? 'no new renders: an operator drains this worker' : 'an operator has ended the drain');
      state.set(isDraining);
    },
    untilDrained: (signal) => state.until((isDraining) => isDraining, signal),
    untilResumed: (signal) => state.until((isDraining) => !isDraining, signal),
  };
}
