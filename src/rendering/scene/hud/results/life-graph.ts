import { healthAt, type Play } from '../../../../game/play/index.ts';
import { lerp } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { type Box, drawBox, type Ui } from '../ui.ts';

/** Health over the whole play: bars beside each other, each from its own height to the next one's, without gaps. */
export type LifeGraph = readonly LifeBar[];

interface LifeBar {
  /** Where it begins and how long it is, in steps. */
  readonly at: number;
  readonly length: number;
  readonly high: number;
  readonly low: number;
  readonly danger: boolean;
}

const steps = 300;
/** Finer than can be seen; what differs by less is one line. */
const levels = 240;
const thickness = 2.5;
const green = { r: 154, g: 235, b: 60 };
const red = { r: 235, g: 70, b: 60 };

export function createLifeGraph({ map, health }: Pick<Play, 'map' | 'health'>): LifeGraph {
  const first = map.objects[0]?.startTime ?? 0;
  const last = map.objects.at(-1)?.endTime ?? first;
  const values = Array.from(
    { length: steps + 1 },
    (_, i) => Math.round(healthAt(health, lerp(first, last, i / steps)) * levels) / levels,
  );
  const bars: LifeBar[] = [];
  for (let i = 0; i < steps; i++) {
    const [from, to] = [values[i]!, values[i + 1]!];
    const before = bars.at(-1);
    if (before && before.high === from && before.low === from && from === to) {
      bars[bars.length - 1] = { ...before, length: before.length + 1 };
    } else {
      bars.push({ at: i, length: 1, high: Math.max(from, to), low: Math.min(from, to), danger: from < 0.5 });
    }
  }
  return bars;
}

export function drawLifeGraph(list: DisplayList, ui: Ui, graph: LifeGraph, { x, y, width, height }: Box): void {
  const step = width / steps;
  for (const { at, length, high, low, danger } of graph) {
    const box = { x: x + at * step, y: y + (1 - high) * height, width: length * step };
    drawBox(list, ui, { ...box, height: (high - low) * height + thickness }, { colour: danger ? red : green });
  }
}
