import { useEffect, useState } from 'preact/hooks';

/** Loads a part of the page when it is first needed; null until it has loaded. */
export function useLazy<T>(isNeeded: boolean, load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (isNeeded && loaded === null) load().then((value) => setLoaded({ value }));
  }, [isNeeded]);
  return loaded?.value ?? null;
}
