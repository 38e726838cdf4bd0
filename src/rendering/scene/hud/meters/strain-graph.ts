import { lastObjectEnd } from '../../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** The map's difficulty over time, as bars; those already played are bright. */
export interface StrainGraph {
  readonly firstObject: Millis;
  readonly lastObject: Millis;
  /** Evenly spaced over the map; the highest is 1. */
  readonly bars: Float64Array;
}

const layout = { x: 12, bottom: 344, step: 4, height: 40, edge: 4 };
const barCount = 48;
const colour: Rgb = { r: 255, g: 102, b: 170 };
const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };

/** Prepares the graph; null if the map's difficulty is unknown. */
export function createStrainGraph({ play, strains = [] }: SceneInput): StrainGraph | null {
  if (strains.length === 0) return null;
  const firstObject = play.map.objects[0]?.startTime ?? 0;
  const lastObject = lastObjectEnd(play.map.objects, firstObject);
  const bars = new Float64Array(barCount).fill(-1);
  for (const { t, aim, speed } of strains) {
    const bar = Math.min(barCount - 1, Math.floor(progressBetween(t, firstObject, lastObject) * barCount));
    bars[bar] = Math.max(bars[bar]!, aim + speed);
  }
  // A short map has fewer sections than bars: each section lasts until the next.
  for (let i = 0; i < barCount; i++) if (bars[i]! < 0) bars[i] = bars[i - 1] ?? 0;
  const highest = Math.max(...bars);
  return { firstObject, lastObject, bars: bars.map((bar) => (highest > 0 ? bar / highest : 0)) };
}

/** Draws the bars. */
export function drawStrainGraph(list: DisplayList, ui: Ui, graph: StrainGraph, t: Millis): void {
  const { uiPx } = ui.viewport;
  const { x, y: bottom } = ui.viewport.ui(layout.x, layout.bottom);
  // Whole pixels, so that all bars have the same width and gap.
  const [left, bottomPx] = [Math.round(x), Math.round(bottom)];
  const step = Math.max(2, Math.round(layout.step * uiPx));
  const width = step - Math.max(1, Math.round(uiPx));
  const height = Math.round(layout.height * uiPx);
  const edge = Math.round(layout.edge * uiPx);
  const background = {
    left: left - edge,
    top: bottomPx - height - edge,
    width: barCount * step - (step - width) + 2 * edge,
    height: height + 2 * edge,
  };
  list.fill(background, { colour: black, alpha: 0.4 });
  const now = progressBetween(t, graph.firstObject, graph.lastObject) * barCount;
  for (const [i, strain] of graph.bars.entries()) {
    const barHeight = Math.max(1, Math.round(strain * height));
    const bar = { left: left + i * step, top: bottomPx - barHeight, width, height: barHeight };
    list.fill(bar, i < now ? { colour, alpha: 0.95 } : { colour: white, alpha: 0.35 });
  }
}
