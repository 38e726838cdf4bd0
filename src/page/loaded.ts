import { useEffect, useState } from 'preact/hooks';

/** A part of the page that is fetched when it is needed first; null until then. */
export function useLoaded<T>(needed: boolean, load: () => Promise<T>): T | null {
  const [part, setPart] = useState<{ readonly is: T } | null>(null);
  useEffect(() => {
    if (needed && part === null) load().then((is) => setPart({ is }));
  }, [needed]);
  return part?.is ?? null;
}
