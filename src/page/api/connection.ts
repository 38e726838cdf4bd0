import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../link-to.ts';

/** A connection that is back sooner than this is not worth a notice: event streams reconnect now and then. */
const noticeDelayMs = 3_000;
const checkEveryMs = 5_000;

let isLost = false;
let checkTimer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<(isLost: boolean) => void>();

/** Reports that the service responded. */
export function connectionWorks(): void {
  if (isLost) change(false);
}

/** Reports that the service could not be reached. Checks from now on whether it can be again. */
export function connectionFailed(): void {
  if (!isLost) change(true);
}

function change(next: boolean): void {
  isLost = next;
  clearInterval(checkTimer);
  if (isLost) checkTimer = setInterval(check, checkEveryMs);
  for (const listener of listeners) listener(isLost);
}

async function check(): Promise<void> {
  const response = await fetch(linkTo('/health')).catch(() => null);
  // While the service does not run, a proxy answers with a page of its own.
  if (response?.headers.get('content-type')?.startsWith('application/json')) connectionWorks();
}

function onChange(listener: (isLost: boolean) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Calls `listener` whenever the service can be reached again. Returns a function that unsubscribes. */
export function onReconnected(listener: () => void): () => void {
  return onChange((isNowLost) => isNowLost || listener());
}

/** Whether the service has been unreachable for some seconds. */
export function useConnectionLost(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (isNowLost: boolean) => {
      clearTimeout(timer);
      if (isNowLost) timer = setTimeout(() => setShown(true), noticeDelayMs);
      else setShown(false);
    };
    update(isLost);
    const unsubscribe = onChange(update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return isShown;
}
