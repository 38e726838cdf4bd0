/** Runs a limited number of tasks at a time; the others wait in the order in which they came. */
export type LimitConcurrency = <T>(task: () => Promise<T>) => Promise<T>;

export function limitConcurrency(maxRunning: number): LimitConcurrency {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    // A finished task hands its slot to the next waiting task, so that a new task cannot overtake it.
    if (running === maxRunning) await new Promise<void>((start) => waiting.push(start));
    else running++;
    try {
      return await task();
    } finally {
      const startNext = waiting.shift();
      if (startNext === undefined) running--;
      else startNext();
    }
  };
}
