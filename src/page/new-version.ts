import { useEffect, useState } from 'preact/hooks';
import { onReconnected } from './api/connection.ts';
import { linkTo } from './link-to.ts';

const storageKey = 'reprise.reloaded-at';
/** While an upgrade is in progress, old and new processes respond in turn, and every reload could find another version. */
const minReloadIntervalMs = 60_000;

/** Returns whether the service now serves another version of the page than the one that is running. */
async function hasNewVersion(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  if (!script) return false;
  try {
    const response = await fetch(linkTo('/'), { cache: 'no-store' });
    // The name of the script contains a hash of its content.
    return response.ok && !(await response.text()).includes(script);
  } catch {
    return false;
  }
}

const checkEvent = 'reprise:check-version';

/** Has the page look for a new version now. */
export function checkVersion(): void {
  dispatchEvent(new Event(checkEvent));
}

/**
 * Whether there is a new version that the visitor has to load. The page looks for one when the service can be reached
 * again, and when the visitor comes back; it reloads itself if that loses nothing.
 */
export function useNewVersion({ canReload }: { canReload: () => boolean }): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const check = async () => {
      if (document.hidden || !(await hasNewVersion())) return;
      if (canReload() && !wasJustReloaded()) {
        sessionStorage.setItem(storageKey, String(Date.now()));
        location.reload();
      } else setNew(true);
    };
    const unsubscribe = onReconnected(check);
    addEventListener(checkEvent, check);
    document.addEventListener('visibilitychange', check);
    return () => {
      unsubscribe();
      removeEventListener(checkEvent, check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [canReload]);
  return isNew;
}

function wasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(storageKey)) < minReloadIntervalMs;
}
