/**
 * Shares reads among clients that want the same at the same time: while one read of a key runs, all further callers wait for
 * a single next one. No caller gets a result that was read before the call.
 */
export function shareReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  function start(key: string, read: () => Promise<T>): Promise<T> {
    waiting.delete(key);
    const result = read();
    running.set(key, result);
    const end = () => {
      if (running.get(key) === result) running.delete(key);
    };
    result.then(end, end);
    return result;
  }

  return (key, read) => {
    const current = running.get(key);
    if (current === undefined) return start(key, read);
    const shared = waiting.get(key);
    if (shared !== undefined) return shared;
    const startNext = () => start(key, read);
    const next = current.then(startNext, startNext);
    waiting.set(key, next);
    return next;
  };
}
