import { byCost, type Cause } from '../../../game/mistakes/index.ts';
import type { ListedMistake } from './mistake-data.ts';

export const orders = ['cost', 'time'] as const;
export type Order = (typeof orders)[number];

/** The mistakes with one of the causes, or all, in the order of their cost or of time. */
export function arrange<M extends Pick<ListedMistake, 'time' | 'cause' | 'ppLost' | 'comboLost'>>(
  mistakes: readonly M[],
  { order, cause }: { readonly order: Order; readonly cause: Cause | null },
): M[] {
  const shown = cause === null ? mistakes : mistakes.filter((mistake) => mistake.cause === cause);
  const byTime = (a: M, b: M) => a.time - b.time;
  return [...shown].sort(order === 'time' ? byTime : (a, b) => byCost(a, b) || byTime(a, b));
}

type Cost = Pick<ListedMistake, 'ppLost' | 'comboLost'>;

/** All mistakes with one cause. */
export interface CauseTotal {
  readonly cause: Cause;
  readonly count: number;
  /** Of each mistake alone, added up; null if no performance points are known. */
  readonly ppLost: number | null;
  readonly comboLost: number;
  /** Relative to the cause that costs most, from 0 to 1. */
  readonly share: number;
}

/** What each cause costs, the most expensive one first. */
export function causeTotals(mistakes: readonly (Cost & Pick<ListedMistake, 'cause'>)[]): CauseTotal[] {
  const causes = [...new Set(mistakes.map(({ cause }) => cause))];
  const totals = causes.map((cause) => {
    const group = mistakes.filter((mistake) => mistake.cause === cause);
    const rated = group.filter(({ ppLost }) => ppLost !== null);
    return {
      cause,
      count: group.length,
      ppLost: rated.length === 0 ? null : rated.reduce((sum, { ppLost }) => sum + (ppLost ?? 0), 0),
      comboLost: group.reduce((sum, { comboLost }) => sum + comboLost, 0),
    };
  });
  const size = sizeOf(totals);
  const max = Math.max(0, ...totals.map(size));
  return totals
    .sort((a, b) => byCost(a, b) || b.count - a.count)
    .map((total) => ({ ...total, share: max === 0 ? 0 : size(total) / max }));
}

/** The bars show the first of these costs that any cause has. */
function sizeOf(totals: readonly Omit<CauseTotal, 'share'>[]): (total: Omit<CauseTotal, 'share'>) => number {
  if (totals.some(({ ppLost }) => (ppLost ?? 0) > 0)) return ({ ppLost }) => Math.max(0, ppLost ?? 0);
  if (totals.some(({ comboLost }) => comboLost > 0)) return ({ comboLost }) => comboLost;
  return ({ count }) => count;
}
