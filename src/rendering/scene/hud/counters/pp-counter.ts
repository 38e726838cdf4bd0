import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawLabel, type Ui } from '../ui.ts';

/** Performance points so far; null if they are unknown. */
export type PpCounter = { readonly rolling: SmoothedValue; readonly draw: CachedDraw<PpState> } | null;

interface PpState {
  readonly ui: Ui;
  readonly pp: number;
}

/** Prepares the performance points counter. */
export function createPpCounter({ play, pp }: SceneInput): PpCounter {
  if (pp === null) return null;
  const { times } = play.totals;
  return {
    rolling: createSmoothedValue({ initial: 0, times, values: pp }, { up: 0.75, clockRate: play.map.clockRate }),
    draw: cacheLast(drawPp),
  };
}

/** Draws the performance points. */
export function drawPpCounter(list: DisplayList, ui: Ui, counter: PpCounter, t: Millis): void {
  counter?.draw(list, { ui, pp: Math.round(smoothedAt(counter.rolling, t)) });
}

function drawPp(list: DisplayList, { ui, pp }: PpState): void {
  drawLabel(list, ui, `${pp}pp`, { x: 12, y: 258, size: 36 });
}
