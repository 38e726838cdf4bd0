import { createDisplayList, type DisplayItem, type DisplayList } from './display-list.ts';

/** Draws what depends on nothing but what it shows. */
export type DrawShown<Shown> = (list: DisplayList, shown: Shown) => void;

/**
 * What looks the same as long as what it shows is the same, value by value, is drawn when that has changed; until then
 * what was drawn last is listed again. For words and numbers, which take much work and change seldom.
 */
export function cacheLast<Shown extends object>(draw: DrawShown<Shown>): DrawShown<Shown> {
  let last: Shown | null = null;
  let items: readonly DisplayItem[] = [];
  return (list, shown) => {
    if (last === null || differ(last, shown)) {
      const drawn = createDisplayList();
      draw(drawn, shown);
      items = drawn.items;
      last = shown;
    }
    list.again(items);
  };
}

function differ<Shown extends object>(a: Shown, b: Shown): boolean {
  for (const field in b) if (a[field] !== b[field]) return true;
  return false;
}
