/**
 * Returns a function that runs `run` for the latest value only: while one run is in progress, the values in between are
 * dropped. A run that fails is ignored.
 */
export function latestOnly<T>(run: (value: T) => Promise<void>): (value: T) => void {
  let next: { readonly value: T } | null = null;
  let isRunning = false;
  return (value) => {
    next = { value };
    if (!isRunning) void runAll();
  };

  async function runAll(): Promise<void> {
    isRunning = true;
    while (next !== null) {
      const { value }: { readonly value: T } = next;
      next = null;
      await run(value).catch(() => {});
    }
    isRunning = false;
  }
}
