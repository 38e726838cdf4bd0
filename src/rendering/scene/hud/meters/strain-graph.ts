import type { Millis, Rgb } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** How hard the map is from beginning to end, as bars, of which those behind the play are bright. */
export interface StrainGraph {
  readonly firstObject: Millis;
  readonly lastObject: Millis;
  /** Evenly over the map, the highest 1. */
  readonly bars: Float64Array;
}

const place = { x: 12, bottom: 344, step: 4, height: 40, edge: 4 };
const barCount = 48;
const colour: Rgb = { r: 255, g: 102, b: 170 };
const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };

/** Null where the map's difficulty is not known. */
export function createStrainGraph({ play, strains = [] }: SceneInput): StrainGraph | null {
  if (strains.length === 0) return null;
  const { objects } = play.map;
  const firstObject = objects[0]?.startTime ?? 0;
  const lastObject = objects.reduce((latest, { endTime }) => Math.max(latest, endTime), firstObject);
  const bars = new Float64Array(barCount).fill(-1);
  for (const { t, aim, speed } of strains) {
    const bar = Math.min(barCount - 1, Math.floor(progressBetween(t, firstObject, lastObject) * barCount));
    bars[bar] = Math.max(bars[bar]!, aim + speed);
  }
  // A short map has fewer sections than there are bars: each lasts until the next.
  for (let i = 0; i < barCount; i++) if (bars[i]! < 0) bars[i] = bars[i - 1] ?? 0;
  const highest = bars.reduce((high, bar) => Math.max(high, bar), 0);
  return { firstObject, lastObject, bars: bars.map((bar) => (highest > 0 ? bar / highest : 0)) };
}

export function drawStrainGraph(list: DisplayList, ui: Ui, graph: StrainGraph, t: Millis): void {
  const { uiPx } = ui.viewport;
  const { x, y: bottom } = ui.viewport.ui(place.x, place.bottom);
  // In whole pixels, so that all bars are as wide and as far from each other.
  const [left, low] = [Math.round(x), Math.round(bottom)];
  const step = Math.max(2, Math.round(place.step * uiPx));
  const width = step - Math.max(1, Math.round(uiPx));
  const height = Math.round(place.height * uiPx);
  const edge = Math.round(place.edge * uiPx);
  const ground = {
    left: left - edge,
    top: low - height - edge,
    width: barCount * step - (step - width) + 2 * edge,
    height: height + 2 * edge,
  };
  list.fill(ground, { colour: black, alpha: 0.4 });
  const now = progressBetween(t, graph.firstObject, graph.lastObject) * barCount;
  for (const [i, strain] of graph.bars.entries()) {
    const high = Math.max(1, Math.round(strain * height));
    const bar = { left: left + i * step, top: low - high, width, height: high };
    list.fill(bar, i < now ? { colour, alpha: 0.95 } : { colour: white, alpha: 0.35 });
  }
}
