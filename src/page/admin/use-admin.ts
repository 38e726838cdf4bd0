import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Action, useAction } from '../api/use-action.ts';
import { showStatus } from '../components/status-message.tsx';
import { getAdmin } from './admin-session.ts';

const refreshMs = 5_000;

export interface AdminData<T> {
  /** Null until it is loaded. */
  readonly value: T | null;
  readonly error: unknown;
  reload(): Promise<void>;
}

/** Reads a list of the administration now, every few seconds while the page is visible, and on `reload`. */
export function useAdmin<T>(path: string): AdminData<T> {
  const [data, setData] = useState<Omit<AdminData<T>, 'reload'>>({ value: null, error: null });
  const read = useCallback(
    async (signal?: AbortSignal) => {
      try {
        setData({ value: await getAdmin<T>(path, signal), error: null });
      } catch (error) {
        // What was loaded stays: it is better than nothing.
        if (signal?.aborted !== true) setData(({ value }) => ({ value, error }));
      }
    },
    [path],
  );
  useEffect(() => {
    const unmounted = new AbortController();
    void read(unmounted.signal);
    const timer = setInterval(() => document.hidden || void read(unmounted.signal), refreshMs);
    return () => {
      clearInterval(timer);
      unmounted.abort();
    };
  }, [read]);
  return { ...data, reload: useCallback(() => read(), [read]) };
}

/** An action of the operator: afterwards the list is read again, and the message is shown. */
export function useAdminAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<string>,
  reload: () => Promise<void>,
): Action<Args> {
  return useAction(async (...args: Args) => {
    const message = await action(...args);
    await reload();
    showStatus(message);
    keepFocus();
  });
}

/** The button of the action may be gone with its row: the keyboard continues at the top of the list. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('admin-tab')?.focus();
  });
}
