import { type Play, stateAt } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';

/** More objects at once than this make a picture no better. */
const enoughObjects = 6;

/** A moment that shows what the play is like: much to hit at once, and a combo as long as it gets. */
export function bestMoment(play: Play, from: Millis, until: Millis): Millis {
  const { objects, preempt } = play.map;
  const starts = objects.map(({ startTime }) => startTime);
  const end = Math.min(until, play.failedAt ?? until);
  const within = objects.filter(({ startTime }) => startTime >= from && startTime < end);
  let best: { t: Millis; worth: number } = { t: (from + until) / 2, worth: 0 };
  for (const { startTime: t } of within) {
    const waiting = countBelow(starts, t + preempt / 2) - countBelow(starts, t);
    const { combo, maxCombo } = stateAt(play, t);
    const worth =
      Math.min(waiting, enoughObjects) / enoughObjects + combo / Math.max(1, maxCombo, play.result.maxCombo);
    if (worth > best.worth) best = { t, worth };
  }
  return best.t;
}

/** How many of the ascending numbers are less than a limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
