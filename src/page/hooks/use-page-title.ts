import { useEffect } from 'preact/hooks';

/** Sets the title of the browser tab, which screen readers also read when a page opens. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Reprise`;
  }, [title]);
}
