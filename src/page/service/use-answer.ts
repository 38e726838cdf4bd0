import { useCallback, useEffect, useState } from 'preact/hooks';
import { getJson } from './call.ts';

export type Answer<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

/** What the service says at an address, asked when the address changes and again on `reload`; null: nothing yet. */
export function useAnswer<T>(path: string | null): Answer<T> & { reload(): void } {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'loading' });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    getJson<T>(path, leaving).then(
      (value) => setAnswer({ state: 'there', value }),
      (error) => leaving.signal.aborted || setAnswer({ state: 'failed', error }),
    );
    return () => leaving.abort();
  }, [path, asked]);
  return { ...answer, reload: useCallback(() => setAsked((times) => times + 1), []) };
}
