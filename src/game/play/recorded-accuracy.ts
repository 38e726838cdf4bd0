import type { Replay } from '../replay/index.ts';
import { worthOf } from './lazer/lazer-score.ts';

/** The accuracy recorded in a replay, 0 to 1; null if it has no counts. */
export function recordedAccuracy({
  header: { counts },
  scoreInfo,
}: Pick<Replay, 'header' | 'scoreInfo'>): number | null {
  // Lazer's accuracy includes slider points, which are not in the header's counts.
  const possible = scoreInfo === null ? 0 : worthOf(scoreInfo.maximumStatistics);
  if (scoreInfo !== null && possible > 0) return worthOf(scoreInfo.statistics) / possible;
  const { n300, n100, n50, miss } = counts;
  const total = n300 + n100 + n50 + miss;
  return total === 0 ? null : (300 * n300 + 100 * n100 + 50 * n50) / (300 * total);
}
