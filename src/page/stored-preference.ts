import { useState } from 'preact/hooks';

/** State that is kept in local storage. `isValid` rejects values that another version, or a person, has stored. */
export function useStoredPreference<T>(name: string, fallback: T, isValid: (value: unknown) => value is T) {
  const key = `reprise.${name}`;
  const [value, setValue] = useState<T>(() => read(key, isValid) ?? fallback);
  return [
    value,
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without local storage the preference lasts until the page is closed.
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
