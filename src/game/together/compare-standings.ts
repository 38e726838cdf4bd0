import type { Standing } from './player-track.ts';

/** What decides who is ahead. */
export type OrderBy = 'score' | 'accuracy';

type Comparable = Pick<Standing, 'score' | 'accuracy'>;

/** Orders the better standing first; the other number decides between equal ones. */
export function compareStandings(a: Comparable, b: Comparable, orderBy: OrderBy): number {
  const byScore = b.score - a.score;
  const byAccuracy = b.accuracy - a.accuracy;
  return orderBy === 'score' ? byScore || byAccuracy : byAccuracy || byScore;
}
