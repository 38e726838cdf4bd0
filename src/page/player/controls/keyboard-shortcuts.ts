import { useEffect, useRef } from 'preact/hooks';

/** Runs actions by key, unless the focused element handles the key itself. */
export function useKeyboardShortcuts(actions: Readonly<Record<string, () => void>>): void {
  // The actions of the latest render, so that a key press sees the state that the previous one left.
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const action = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action || handlesKeyItself(event.key, event.target)) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whether the focused element has its own use for a key. */
function handlesKeyItself(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  if (target.matches('select, textarea, [contenteditable]')) return true;
  // The browser would move the seek bar by one millisecond.
  if (target.matches('.seek')) return false;
  if (target.matches('input:not([type=range], [type=checkbox])')) return true;
  if (target.matches('input')) return !/^[a-z<>,.?]$/i.test(key);
  return key === ' ' && target.closest('button, a, summary, label') !== null;
}
