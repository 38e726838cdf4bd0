import { setImmediate as endOfTurn } from 'node:timers/promises';
import { limitConcurrency } from '../../limit-concurrency.ts';

interface Batch<T> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, T>>;
}

/** While these run, further calls wait for the next one: the busier the service, the more calls share a query. */
const maxRunning = 2;
const maxKeys = 100;

/**
 * Reads with one query what many callers request at the same time. No caller gets a result that was read before the call.
 * Returns null for a key that is not found.
 */
export function batchReads<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | null> {
  const limit = limitConcurrency(maxRunning);
  let open: Batch<T> | null = null;

  function openBatch(): Batch<T> {
    const keys = new Set<string>();
    const start = () => {
      if (open === batch) open = null;
      return read([...keys]);
    };
    // All requests that have already arrived are handled before the end of this turn of the event loop.
    const batch = { keys, found: endOfTurn().then(() => limit(start)) };
    open = batch;
    return batch;
  }

  return async (key) => {
    const { keys, found } = open ?? openBatch();
    keys.add(key);
    if (keys.size === maxKeys) open = null;
    return (await found).get(key) ?? null;
  };
}
