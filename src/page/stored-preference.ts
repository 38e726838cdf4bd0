import { useEffect, useState } from 'preact/hooks';

/** State that is kept in local storage. `isValid` rejects values that another version, or a person, has stored. */
export function useStoredPreference<T>(name: string, fallback: T, isValid: (value: unknown) => value is T) {
  const [value, setValue] = useState<T>(() => readPreference(name, isValid) ?? fallback);
  useEffect(() => {
    const update = (event: Event) => {
      const stored = (event as CustomEvent<StoredPreference>).detail;
      if (stored.name === name && isValid(stored.value)) setValue(stored.value);
    };
    addEventListener(storedEvent, update);
    return () => removeEventListener(storedEvent, update);
  }, [name]);
  return [value, (next: T) => storePreference(name, next)] as const;
}

interface StoredPreference {
  readonly name: string;
  readonly value: unknown;
}

/** Tells every part of the page that shows the preference. */
const storedEvent = 'reprise:preference-stored';

export function storePreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(`reprise.${name}`, JSON.stringify(value));
  } catch {
    // Without local storage the preference lasts until the page is closed.
  }
  dispatchEvent(new CustomEvent<StoredPreference>(storedEvent, { detail: { name, value } }));
}

export function readPreference<T>(name: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`reprise.${name}`) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}
