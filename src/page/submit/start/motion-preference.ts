/** What decides whether pictures may move without a request; a part of `window`, so that tests can bring their own. */
interface VisitorPreferences {
  matchMedia(query: string): { readonly matches: boolean };
  readonly navigator: object;
}

/** Whether pictures may move without a request: not for visitors who prefer reduced motion or save data. */
export function allowsMotion({ matchMedia, navigator }: VisitorPreferences = window): boolean {
  // Not every browser has this, and the types of the DOM do not know it.
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return !matchMedia('(prefers-reduced-motion: reduce)').matches && connection?.saveData !== true;
}
