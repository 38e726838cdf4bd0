import type { Result } from '../play.ts';

/** The result of a slider by the share of its head and points that were hit, from 0 to 1 (rules SJ6, LZ10). */
export function resultOfShare(share: number): Result {
  return share === 1 ? 'great' : share >= 0.5 ? 'ok' : share > 0 ? 'meh' : 'miss';
}
