import type { Replay } from '../replay/index.ts';
import { worthOf } from './lazer/lazer-score.ts';

/** The accuracy a replay says of itself, from 0 to 1; null where it has counted nothing. */
export function recordedAccuracy({
  header: { counts },
  scoreInfo,
}: Pick<Replay, 'header' | 'scoreInfo'>): number | null {
  // Lazer's accuracy also counts the points of sliders, which the header's counts leave out.
  const possible = scoreInfo === null ? 0 : worthOf(scoreInfo.maximumStatistics);
  if (scoreInfo !== null && possible > 0) return worthOf(scoreInfo.statistics) / possible;
  const { n300, n100, n50, miss } = counts;
  const total = n300 + n100 + n50 + miss;
  return total === 0 ? null : (300 * n300 + 100 * n100 + 50 * n50) / (300 * total);
}
