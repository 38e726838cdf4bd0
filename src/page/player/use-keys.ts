import { useEffect, useRef } from 'preact/hooks';

/** What keys do while nothing else on the page wants them. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  // Those of the newest picture of the page: a key that is pressed right after another one must know of it.
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || isTaken(event.key, event.target)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Whether the element under the keyboard has a meaning of its own for a key. */
function isTaken(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('select, textarea, [contenteditable]')) return true;
  // By itself the bar would move by a millisecond.
  if (target.matches('.seek')) return false;
  if (target.matches('input:not([type=range], [type=checkbox])')) return true;
  if (target.matches('input')) return !/^[a-z<>,.]$/i.test(key);
  return key === ' ' && target.closest('button, a, summary, label') !== null;
}
