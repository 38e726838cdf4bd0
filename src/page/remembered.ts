import { useState } from 'preact/hooks';

/** A choice that stays on this device. What was stored by another version, or by hand, is checked by `isValid`. */
export function useRemembered<T>(name: string, fallback: T, isValid: (value: unknown) => value is T) {
  const key = `reprise.${name}`;
  const [value, setValue] = useState<T>(() => read(key, isValid) ?? fallback);
  return [
    value,
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A browser that stores nothing forgets the choice when the page is closed.
      }
    },
  ] as const;
}

function read<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}
