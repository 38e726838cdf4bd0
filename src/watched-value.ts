import { EventEmitter, once } from 'node:events';

/** A value whose changes others wait for. */
export interface WatchedValue<T> {
  readonly current: T;
  set(value: T): void;
  /** Resolves when the value meets the condition, or when the signal aborts. */
  until(isMet: (value: T) => boolean, signal: AbortSignal): Promise<void>;
}

export function createWatchedValue<T>(initial: T): WatchedValue<T> {
  const changes = new EventEmitter();
  // Any number of callers may wait for a change.
  changes.setMaxListeners(0);
  let current = initial;
  return {
    get current() {
      return current;
    },
    set(value) {
      current = value;
      changes.emit('change');
    },
    async until(isMet, signal) {
      while (!isMet(current) && !signal.aborted) await once(changes, 'change', { signal }).catch(() => {});
    },
  };
}
