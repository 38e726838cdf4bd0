import { useCallback, useEffect, useState } from 'preact/hooks';
import { getJson } from './request.ts';

export type RequestState<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

/** Requests JSON when `path` changes and on `reload`; null requests nothing. */
export function useRequest<T>(path: string | null): RequestState<T> & { reload(): void } {
  const [request, setRequest] = useState<RequestState<T>>({ state: 'loading' });
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const unmounted = new AbortController();
    getJson<T>(path, unmounted).then(
      (value) => setRequest({ state: 'loaded', value }),
      (error) => unmounted.signal.aborted || setRequest({ state: 'failed', error }),
    );
    return () => unmounted.abort();
  }, [path, reloads]);
  return { ...request, reload: useCallback(() => setReloads((count) => count + 1), []) };
}
