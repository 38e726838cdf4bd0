import { useEffect, useState } from 'preact/hooks';

/** The pages, as their addresses name them. */
export type Route =
  | { readonly page: 'submit' }
  | { readonly page: 'renders' }
  | { readonly page: 'watch'; readonly id: string }
  | { readonly page: 'gallery' }
  | { readonly page: 'guide'; readonly name: string | null };

function routeOf(path: string): Route {
  const [, first, second] = path.split('/');
  if (first === 'renders') return { page: 'renders' };
  if (first === 'gallery') return { page: 'gallery' };
  if (first === 'guide') return { page: 'guide', name: second || null };
  if (first === 'view' && second) return { page: 'watch', id: decodeURIComponent(second) };
  return { page: 'submit' };
}

const moved = 'reprise:moved';

/** Goes to another page without loading it anew. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
  scrollTo(0, 0);
  dispatchEvent(new Event(moved));
}

/** The page the address names, now and whenever it changes. */
export function useRoute(): Route {
  return routeOf(useAddress('pathname'));
}

function useAddress(part: 'pathname' | 'search'): string {
  const [value, setValue] = useState(location[part]);
  useEffect(() => {
    const follow = () => setValue(location[part]);
    addEventListener('popstate', follow);
    addEventListener(moved, follow);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener(moved, follow);
    };
  }, []);
  return value;
}

/** What stands behind the question mark of the address, and the way to change it: it is still there on coming back. */
export function useSearch(): readonly [URLSearchParams, (change: Readonly<Record<string, string>>) => void] {
  const search = useAddress('search');
  const set = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) value === '' ? next.delete(name) : next.set(name, value);
    const text = next.size === 0 ? '' : `?${next}`;
    history.replaceState(null, '', location.pathname + text);
    dispatchEvent(new Event(moved));
  };
  return [new URLSearchParams(search), set];
}

/** For the click of a link: plain clicks on our own pages stay inside the page, everything else is the browser's. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) return;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = hash !== '' && pathname === location.pathname;
  if (isHere || origin !== location.origin || !/^\/($|renders$|gallery$|guide(\/|$)|view\/)/.test(pathname)) return;
  event.preventDefault();
  goTo(pathname + search + hash);
}
