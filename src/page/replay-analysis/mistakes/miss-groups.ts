import type { Miss } from '../analysis-data.ts';

/** Misses shortly after one another. */
export interface MissGroup {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Groups misses, which are in the order of time, at most `gap` apart. */
export function groupMisses(misses: readonly Pick<Miss, 't'>[], gap: number): readonly MissGroup[] {
  const groups: MissGroup[] = [];
  for (const { t } of misses) {
    const last = groups.at(-1);
    if (last && t - last.end <= gap) groups[groups.length - 1] = { start: last.start, end: t, count: last.count + 1 };
    else groups.push({ start: t, end: t, count: 1 });
  }
  return groups;
}
