import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { onReconnected } from './connection.ts';
import { getJson, isUnreachable } from './request.ts';

export type RequestState<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

/**
 * Requests JSON when `path` changes, on `reload`, and when the service can be reached again; null requests nothing. A value
 * that is loaded stays while the service cannot be reached.
 */
export function useRequest<T>(path: string | null): RequestState<T> & { reload(): void } {
  const [request, setRequest] = useState<RequestState<T>>({ state: 'loading' });
  const [reloads, setReloads] = useState(0);
  const loadedPath = useRef<string | null>(null);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  useEffect(() => onReconnected(reload), []);
  useEffect(() => {
    if (path === null) return;
    const unmounted = new AbortController();
    getJson<T>(path, unmounted).then(
      (value) => {
        loadedPath.current = path;
        setRequest({ state: 'loaded', value });
      },
      (error) => {
        const isKept = loadedPath.current === path && isUnreachable(error);
        if (!unmounted.signal.aborted && !isKept) setRequest({ state: 'failed', error });
      },
    );
    return () => unmounted.abort();
  }, [path, reloads]);
  return { ...request, reload };
}
