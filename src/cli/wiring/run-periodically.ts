import type { Log } from '../../log.ts';

export interface PeriodicOptions {
  /** What the log calls it. */
  readonly name: string;
  readonly everyMs: number;
  readonly log: Log;
}

/**
 * Runs a task now and then periodically, also after it has failed, but never twice at the same time. Returns the function
 * that stops it and waits for a run in progress.
 */
export function runPeriodically(task: () => Promise<void>, options: PeriodicOptions): () => Promise<void> {
  const { name, everyMs, log } = options;
  let running: Promise<void> | null = null;
  function start(): void {
    running ??= task()
      .catch((err) => log.warn({ task: name, err }, 'a periodic task failed; it will run again'))
      .finally(() => {
        running = null;
      });
  }
  start();
  const timer = setInterval(start, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
