import type { Replay } from '../replay/index.ts';
import type { Play } from './play.ts';

/** The score recorded in a replay; null if its header was not filled in. */
export function recordedScore({ header: { counts, score } }: Pick<Replay, 'header'>): number | null {
  const { n300, n100, n50, miss } = counts;
  return n300 + n100 + n50 + miss > 0 && score > 0 ? score : null;
}

/**
 * The simulated score after each judgement, scaled so that it ends at the recorded one: the counter must not jump when the
 * results appear. A failed play has no results, and keeps its simulated score.
 */
export function scoresOverPlay(play: Pick<Play, 'totals' | 'result' | 'failedAt'>, replay: Replay): Float64Array {
  const recorded = recordedScore(replay);
  const { score: simulated } = play.result;
  if (recorded === null || recorded === simulated || simulated <= 0 || play.failedAt !== null) return play.totals.score;
  return play.totals.score.map((score) => (score / simulated) * recorded);
}

/** Says by how much the simulated score differs from the recorded one; null if it does not, or nothing is recorded. */
export function scoreDifference(play: Pick<Play, 'result' | 'failedAt'>, replay: Replay): string | null {
  const recorded = recordedScore(replay);
  const { score: simulated } = play.result;
  if (recorded === null || recorded === simulated || play.failedAt !== null) return null;
  const difference = simulated - recorded;
  const percent = Math.abs((100 * difference) / recorded).toFixed(3);
  const direction = difference > 0 ? 'more' : 'less';
  return `The simulated score is ${simulated}, ${Math.abs(difference)} (${percent} %) ${direction} than recorded; the counter is scaled to end at ${recorded}.`;
}
