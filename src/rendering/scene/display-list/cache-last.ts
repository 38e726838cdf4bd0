import { createDisplayList, type DisplayItem, type DisplayList } from './display-list.ts';

/** Draws a state, and nothing but that state decides how it looks. */
export type CachedDraw<State> = (list: DisplayList, state: State) => void;

/**
 * Caches the last drawing: `draw` runs only when a property of the state has changed; otherwise its last items are
 * added again. For texts and numbers, which are expensive to draw and change seldom.
 */
export function cacheLast<State extends object>(draw: CachedDraw<State>): CachedDraw<State> {
  let last: State | null = null;
  let items: readonly DisplayItem[] = [];
  return (list, state) => {
    if (last === null || hasChanged(last, state)) {
      const fresh = createDisplayList();
      draw(fresh, state);
      items = fresh.items;
      last = state;
    }
    list.append(items);
  };
}

function hasChanged<State extends object>(a: State, b: State): boolean {
  for (const field in b) if (a[field] !== b[field]) return true;
  return false;
}
