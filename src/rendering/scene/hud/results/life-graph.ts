import { lastObjectEnd } from '../../../../game/beatmap/index.ts';
import { healthAt, type Play } from '../../../../game/play/index.ts';
import { lerp } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { type Box, drawBox, type Ui } from '../ui.ts';

/** Health over the whole play: adjacent bars, each from its own height to the next one's, without gaps. */
export type LifeGraph = readonly LifeBar[];

interface LifeBar {
  /** Its start and length, in steps. */
  readonly at: number;
  readonly length: number;
  readonly high: number;
  readonly low: number;
  readonly isInDanger: boolean;
}

const steps = 300;
/** Finer than is visible: values of one level are drawn as one bar. */
const levels = 240;
const thickness = 2.5;
const green = { r: 154, g: 235, b: 60 };
const red = { r: 235, g: 70, b: 60 };

/** Samples health over the play. */
export function createLifeGraph({ map, health }: Pick<Play, 'map' | 'health'>): LifeGraph {
  const first = map.objects[0]?.startTime ?? 0;
  const last = lastObjectEnd(map.objects, first);
  const values = Array.from(
    { length: steps + 1 },
    (_, i) => Math.round(healthAt(health, lerp(first, last, i / steps)) * levels) / levels,
  );
  const bars: LifeBar[] = [];
  for (let i = 0; i < steps; i++) {
    const [from, to] = [values[i]!, values[i + 1]!];
    const previous = bars.at(-1);
    if (previous && previous.high === from && previous.low === from && from === to) {
      bars[bars.length - 1] = { ...previous, length: previous.length + 1 };
    } else {
      bars.push({ at: i, length: 1, high: Math.max(from, to), low: Math.min(from, to), isInDanger: from < 0.5 });
    }
  }
  return bars;
}

/** Draws the graph into a box. */
export function drawLifeGraph(list: DisplayList, ui: Ui, graph: LifeGraph, { x, y, width, height }: Box): void {
  const step = width / steps;
  for (const { at, length, high, low, isInDanger } of graph) {
    const box = { x: x + at * step, y: y + (1 - high) * height, width: length * step };
    drawBox(list, ui, { ...box, height: (high - low) * height + thickness }, { colour: isInDanger ? red : green });
  }
}
