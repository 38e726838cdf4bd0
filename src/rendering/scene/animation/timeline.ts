import type { Millis } from '../../../game/units.ts';

/** The time in which something is visible: from `appears` up to but not including `vanishes`. */
export interface Lifetime {
  readonly appears: Millis;
  readonly vanishes: Millis;
}

/**
 * Items with lifetimes, indexed so that finding the visible ones costs by their number and not by the song's length.
 */
export interface Timeline<T> {
  /** Ordered by `appears`; at equal times in the original order. */
  readonly items: readonly T[];
  readonly appears: Float64Array;
  /** A binary tree in an array: node 1 is the root, and each node has the latest `vanishes` below it. */
  readonly latest: Float64Array;
}

/** Indexes items by their lifetimes. */
export function createTimeline<T extends Lifetime>(unordered: readonly T[]): Timeline<T> {
  const items = unordered.filter(({ appears, vanishes }) => vanishes > appears).sort((a, b) => a.appears - b.appears);
  let leaves = 1;
  while (leaves < items.length) leaves *= 2;
  const latest = new Float64Array(leaves * 2).fill(Number.NEGATIVE_INFINITY);
  for (const [i, { vanishes }] of items.entries()) latest[leaves + i] = vanishes;
  for (let node = leaves - 1; node > 0; node--) latest[node] = Math.max(latest[node * 2]!, latest[node * 2 + 1]!);
  return { items, appears: Float64Array.from(items, (item) => item.appears), latest };
}

/** All items visible at a time, ordered by `appears`. */
export function aliveAt<T>({ items, appears, latest }: Timeline<T>, t: Millis): T[] {
  const alive: T[] = [];
  const leaves = latest.length / 2;
  // Depth first, left to right: items right of one that has not appeared yet have not appeared either.
  const nodes = [1];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (latest[node]! <= t) continue;
    if (node < leaves) {
      nodes.push(node * 2 + 1, node * 2);
      continue;
    }
    const item = node - leaves;
    if (appears[item]! > t) break;
    alive.push(items[item]!);
  }
  return alive;
}
