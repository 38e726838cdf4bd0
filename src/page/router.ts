import { useEffect, useState } from 'preact/hooks';
import { type HelpDocument, helpDocuments, helpPath, jobPagePaths, pagePaths } from '../contract/page-paths/index.ts';
import { pathOf } from './link-to.ts';

/** The pages of the site. */
export type Route =
  | { readonly page: 'submit' }
  | { readonly page: 'list' }
  | { readonly page: 'watch'; readonly id: string }
  | { readonly page: 'embed'; readonly id: string }
  | { readonly page: 'skins' }
  | { readonly page: 'study' }
  | { readonly page: 'help'; readonly document: HelpDocument }
  | { readonly page: 'admin' }
  | { readonly page: 'missing' };

/** The pages with an address of their own. */
const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...(Object.keys(pagePaths) as (keyof typeof pagePaths)[]).map((page) => [pagePaths[page], { page }] as const),
  ...helpDocuments.map((document) => [helpPath(document), { page: 'help', document }] as const),
]);

/** The page of a path of the service; null: the address is not the service's. */
export function routeOf(path: string | null): Route {
  const route = routes.get(path ?? '') ?? jobRouteOf(path ?? '');
  return route.page === 'admin' && !hasAdministration() ? { page: 'missing' } : route;
}

function jobRouteOf(path: string): Route {
  const [, folder, part = ''] = /^(\/\w+)\/([^/]+)$/.exec(path) ?? [];
  const id = decoded(part);
  if (id === null) return { page: 'missing' };
  if (folder === jobPagePaths.watch) return { page: 'watch', id };
  return folder === jobPagePaths.embed ? { page: 'embed', id } : { page: 'missing' };
}

/** A part of a path without its escapes; null: they are no text, as in a link that was cut off. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Whether the service has an administration in the page. */
function hasAdministration(): boolean {
  return document.documentElement.dataset.hasAdmin === 'true';
}

const navigatedEvent = 'reprise:navigated';

/** Opens the page with this address without reloading the document. */
export function navigate(address: string): void {
  const left: LeftPage = { scrollY };
  history.replaceState(left, '');
  history.pushState(null, '', address);
  scrollTo(0, 0);
  dispatchEvent(new Event(navigatedEvent));
  // As after a real page load, Tab starts at the top of the page and screen readers begin there.
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** What a history entry stores of a page that the visitor has left. */
interface LeftPage {
  readonly scrollY: number;
}

const maxRestoreMs = 5_000;

/**
 * Handles Back: scrolls to where the visitor left the page. The browser does so at once, when the list, for example, is not
 * loaded yet. What the visitor does meanwhile wins.
 */
export function restoreScroll({ state }: Pick<PopStateEvent, 'state'>): void {
  const top = (state as LeftPage | null)?.scrollY ?? 0;
  if (top === 0) return;
  const restoring = new AbortController();
  const { signal } = restoring;
  const stop = () => restoring.abort();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < top - 1) return;
    scrollTo(0, top);
    stop();
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['wheel', 'pointerdown', 'keydown', 'popstate', navigatedEvent]) {
    addEventListener(event, stop, { signal });
  }
  setTimeout(stop, maxRestoreMs);
}

/** The current route. */
export function useRoute(): Route {
  return routeOf(pathOf(useLocation('pathname')));
}

function useLocation(part: 'pathname' | 'search'): string {
  const [value, setValue] = useState(location[part]);
  useEffect(() => {
    const update = () => setValue(location[part]);
    addEventListener('popstate', update);
    addEventListener(navigatedEvent, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(navigatedEvent, update);
    };
  }, []);
  return value;
}

/** Query parameters by name; an empty value removes a parameter. */
export type SearchChange = Readonly<Record<string, string>>;

/** The query parameters, and a function that changes them. They survive a reload. */
export function useSearchParams(): readonly [
  URLSearchParams,
  (change: SearchChange, options?: { readonly isSameStep?: boolean }) => void,
] {
  const search = useLocation('search');
  /** Back undoes each change, but the changes of the same step, such as those while a person types, together. */
  const set = (change: SearchChange, { isSameStep = false } = {}) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change)) value === '' ? next.delete(name) : next.set(name, value);
    const text = next.size === 0 ? '' : `?${next}`;
    if (text === location.search) return;
    history[isSameStep ? 'replaceState' : 'pushState'](null, '', location.pathname + text);
    dispatchEvent(new Event(navigatedEvent));
  };
  return [new URLSearchParams(search), set];
}

/** Handles plain clicks on links to our own pages without a reload; the browser handles everything else. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) return;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = hash !== '' && pathname === location.pathname;
  const path = origin === location.origin ? pathOf(pathname) : null;
  const { page } = routeOf(path);
  // The small player has no navigation; the service answers what the page does not know, such as the API documentation.
  if (isHere || page === 'embed' || page === 'missing') return;
  event.preventDefault();
  navigate(pathname + search + hash);
}
