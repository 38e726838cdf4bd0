import { useEffect, useState } from 'preact/hooks';

/** Whether a button or a key is being held, and the listeners of the button. */
export function useHold(key: string) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    const release = () => setHeld(false);
    const on = (name: string, listener: (event: Event) => void) =>
      addEventListener(name, listener, { signal: unmounted.signal });
    on('keydown', (event) => {
      const { key: pressed, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent;
      const isShortcut = pressed.toLowerCase() === key && !ctrlKey && !metaKey && !altKey && !isTextField(target);
      if (isShortcut) setHeld(true);
    });
    for (const name of ['keyup', 'pointerup', 'pointercancel', 'blur']) on(name, release);
    return () => unmounted.abort();
  }, [key]);
  return {
    isHeld,
    listeners: {
      onPointerDown: () => setHeld(true),
      onKeyDown: ({ key: pressed }: KeyboardEvent) => (pressed === ' ' || pressed === 'Enter') && setHeld(true),
      // A long press would open a menu on touch screens.
      onContextMenu: (event: Event) => event.preventDefault(),
    },
  };
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('select, input:not([type=range], [type=checkbox], [type=radio])');
}
