import { firstIndexWhere } from '../../../game/binary-search.ts';
import type { Period } from '../../../game/moments/index.ts';
import { type Play, stateAt } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';

/** More visible objects than this do not make a better picture. */
const enoughObjects = 6;

/** The moment in some periods that represents the play best: many visible objects and a long combo. */
export function chooseThumbnailTime(play: Play, periods: readonly [Period, ...Period[]]): Millis {
  const { objects, preempt } = play.map;
  const countBefore = (t: Millis) => firstIndexWhere(0, objects.length, (i) => objects[i]!.startTime >= t);
  const lastShown = play.failedAt ?? Number.POSITIVE_INFINITY;
  const isShown = (t: Millis) => t < lastShown && periods.some(({ start, end }) => t >= start && t < end);
  const within = objects.filter(({ startTime }) => isShown(startTime));
  const [{ start, end }] = periods;
  let best: { t: Millis; value: number } = { t: (start + end) / 2, value: 0 };
  for (const { startTime: t } of within) {
    const visible = countBefore(t + preempt / 2) - countBefore(t);
    const { combo, maxCombo } = stateAt(play, t);
    const value =
      Math.min(visible, enoughObjects) / enoughObjects + combo / Math.max(1, maxCombo, play.result.maxCombo);
    if (value > best.value) best = { t, value };
  }
  return best.t;
}
