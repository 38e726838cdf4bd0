import type { Millis } from '../../osu/units.ts';
import { type Chase, chaseAt, createChase } from '../chase.ts';
import type { DisplayList } from '../display-list.ts';
import type { ShowInput } from '../show.ts';
import { drawLabel, type Ui } from './ui.ts';

/** Performance points so far; null where they are not known. */
export type PpCounter = Chase | null;

export function createPpCounter({ play, pp }: ShowInput): PpCounter {
  if (pp === null) return null;
  return createChase({ initial: 0, times: play.totals.times, values: pp }, { up: 0.75, clockRate: play.map.clockRate });
}

export function drawPpCounter(list: DisplayList, ui: Ui, counter: PpCounter, t: Millis): void {
  if (counter === null) return;
  drawLabel(list, ui, `${Math.round(chaseAt(counter, t))}pp`, { x: 12, y: 258, size: 36 });
}
