import { useRef, useState } from 'preact/hooks';

/** An action of the viewer. While it runs, further calls do nothing, so that two clicks never have an effect twice. */
export interface Action<Args extends readonly unknown[]> {
  run(...args: Args): Promise<void>;
  readonly isRunning: boolean;
  /** Why the last run failed, or null. */
  readonly error: unknown;
}

export function useAction<Args extends readonly unknown[]>(action: (...args: Args) => Promise<void>): Action<Args> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // A second click may come before the state has been rendered.
  const isBusy = useRef(false);
  return {
    isRunning,
    error,
    async run(...args) {
      if (isBusy.current) return;
      isBusy.current = true;
      setRunning(true);
      setError(null);
      try {
        await action(...args);
      } catch (cause) {
        setError(cause);
      } finally {
        isBusy.current = false;
        setRunning(false);
      }
    },
  };
}
