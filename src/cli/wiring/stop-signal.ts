import type { Log } from '../../log.ts';

/** npm forwards a signal that the terminal has already sent to the whole process group: both count as one. */
const duplicateSignalMs = 1_000;

export interface StopSignalHandlers {
  readonly onFirst: (signal: string) => void;
  /** Called for every further signal, unless it is a duplicate of the first. */
  readonly onRepeated: (signal: string) => void;
}

/** SIGHUP: the terminal was closed. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Listens for the signals that end a process. Returns the function that removes the listeners. */
export function onStopSignal({ onFirst, onRepeated }: StopSignalHandlers): () => void {
  let firstAt: number | null = null;
  const listener = (signal: string) => {
    if (firstAt === null) {
      firstAt = Date.now();
      onFirst(signal);
    } else if (Date.now() - firstAt > duplicateSignalMs) {
      onRepeated(signal);
    }
  };
  for (const signal of stopSignals) process.on(signal, listener);
  return () => {
    for (const signal of stopSignals) process.off(signal, listener);
  };
}

/**
 * The first signal aborts, so that the work can remove its files; a repeated one exits at once. It also aborts when the
 * reader of standard output has ended.
 */
export function abortOnStopSignal(exitCode: number): { signal: AbortSignal; removeListeners?: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const removeSignals = onStopSignal({ onFirst: abort, onRepeated: () => process.exit(exitCode) });
  process.stdout.on('error', abort);
  const removeListeners = () => {
    removeSignals();
    process.stdout.off('error', abort);
  };
  return { signal: controller.signal, removeListeners };
}

/** Aborts at the first stop signal. A repeated signal exits the process at once. */
export function createStopSignal(log: Log): AbortSignal {
  const controller = new AbortController();
  onStopSignal({
    onFirst(signal) {
      log.info({ signal }, 'stopping');
      controller.abort();
    },
    onRepeated(signal) {
      log.warn({ signal }, 'second signal: exiting immediately');
      process.exit(1);
    },
  });
  return controller.signal;
}
