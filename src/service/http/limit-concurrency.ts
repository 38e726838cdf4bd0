/** Lets so many pieces of work run at a time; the others wait in the order they came. */
export type LimitConcurrency = <T>(work: () => Promise<T>) => Promise<T>;

export function limitConcurrency(width: number): LimitConcurrency {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // Whoever leaves hands its place over, so that nobody who comes just then can slip in.
    if (running === width) await new Promise<void>((enter) => waiting.push(enter));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
