import type { Millis } from '../../../game/units.ts';
import type { Lifetime } from './timeline.ts';

/** With fewer entries, evicting is not worth it. */
const minCached = 64;

/**
 * Caches what is expensive to create, for as long as it is visible: created on first use and evicted some time after it
 * vanishes, so that a long map does not fill the memory. After seeking back it is created again.
 */
export function lifetimeCache<Item extends Lifetime, Created>(
  create: (item: Item) => Created,
): (item: Item, t: Millis) => Created {
  const cache = new Map<Item, Created>();
  let maxCached = minCached;

  /** Allows twice as many entries as are visible, so that eviction costs little per entry. */
  function evictVanished(t: Millis): void {
    for (const item of cache.keys()) if (t < item.appears || t >= item.vanishes) cache.delete(item);
    maxCached = Math.max(minCached, 2 * cache.size);
  }

  return (item, t) => {
    const cached = cache.get(item);
    if (cached !== undefined) return cached;
    if (cache.size >= maxCached) evictVanished(t);
    const created = create(item);
    cache.set(item, created);
    return created;
  };
}
