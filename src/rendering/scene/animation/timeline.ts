import type { Millis } from '../../../game/units.ts';

/** A stretch of time in which something can be seen: from its first moment until, and without, its last. */
export interface Life {
  readonly appears: Millis;
  readonly vanishes: Millis;
}

/** Things that come and go, arranged so that asking who is there costs by their number and not by the song's length. */
export interface Timeline<T> {
  /** In order of appearing; at equal times in the order given. */
  readonly items: readonly T[];
  readonly appears: Float64Array;
  /** A binary tree in an array: node 1 is the root, and each node knows the latest end below it. */
  readonly latest: Float64Array;
}

export function createTimeline<T extends Life>(things: readonly T[]): Timeline<T> {
  const items = things.filter(({ appears, vanishes }) => vanishes > appears).sort((a, b) => a.appears - b.appears);
  let leaves = 1;
  while (leaves < items.length) leaves *= 2;
  const latest = new Float64Array(leaves * 2).fill(Number.NEGATIVE_INFINITY);
  for (const [i, { vanishes }] of items.entries()) latest[leaves + i] = vanishes;
  for (let node = leaves - 1; node > 0; node--) latest[node] = Math.max(latest[node * 2]!, latest[node * 2 + 1]!);
  return { items, appears: Float64Array.from(items, (item) => item.appears), latest };
}

/** Everything that is there at a time, in order of appearing. */
export function aliveAt<T>({ items, appears, latest }: Timeline<T>, t: Millis): T[] {
  const alive: T[] = [];
  const leaves = latest.length / 2;
  // Depth first and left to right. Whatever is right of the first that has not appeared yet has not either.
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
