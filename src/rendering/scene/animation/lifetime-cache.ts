import type { Millis } from '../../../game/units.ts';
import type { Life } from './timeline.ts';

/** Fewer are not worth looking for those that are gone. */
const leastKept = 64;

/**
 * What takes a while to make for a thing: made when it is first seen, kept while it is, and forgotten some time after, or
 * a long map would fill the memory. Whoever comes back to it finds it made anew.
 */
export function lifetimeCache<Thing extends Life, Made>(
  make: (thing: Thing) => Made,
): (thing: Thing, t: Millis) => Made {
  const kept = new Map<Thing, Made>();
  let most = leastKept;

  /** Twice those that are there may be kept, so that looking costs little for each. */
  function forgetGone(t: Millis): void {
    for (const thing of kept.keys()) if (t < thing.appears || t >= thing.vanishes) kept.delete(thing);
    most = Math.max(leastKept, 2 * kept.size);
  }

  return (thing, t) => {
    const known = kept.get(thing);
    if (known !== undefined) return known;
    if (kept.size >= most) forgetGone(t);
    const made = make(thing);
    kept.set(thing, made);
    return made;
  };
}
