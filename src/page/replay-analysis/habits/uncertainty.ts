import { isUncertain } from '../../../game/habits/index.ts';
import { analysisWords } from '../words/index.ts';

/** How opaque a mark is that says little, because it is that of few hits. */
export const uncertainAlpha = 0.35;

/** The part of a summary that explains pale marks, if there are any. */
export function uncertaintyOf(bins: readonly { readonly hits: number }[]): string[] {
  return bins.some(({ hits }) => hits > 0 && isUncertain(hits)) ? [analysisWords.habits.uncertain] : [];
}
