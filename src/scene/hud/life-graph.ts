import type { Play } from '../../osu/play/index.ts';
import type { DisplayList } from '../display-list.ts';
import { lerp } from '../easing.ts';
import { healthAt } from '../health.ts';
import { type Box, drawBox, type Ui } from './ui.ts';

/** Health over the whole play, taken at even steps. */
export type LifeGraph = readonly number[];

const steps = 300;
const thickness = 2.5;
const green = { r: 154, g: 235, b: 60 };
const red = { r: 235, g: 70, b: 60 };

export function createLifeGraph({ map, health }: Pick<Play, 'map' | 'health'>): LifeGraph {
  const first = map.objects[0]?.startTime ?? 0;
  const last = map.objects.at(-1)?.endTime ?? first;
  return Array.from({ length: steps + 1 }, (_, i) => healthAt(health, lerp(first, last, i / steps)));
}

/** Each step is a bar from its own height to the next one's, so that the line has no gaps. */
export function drawLifeGraph(list: DisplayList, ui: Ui, graph: LifeGraph, { x, y, width, height }: Box): void {
  const step = width / steps;
  for (let i = 0; i < steps; i++) {
    const [from, to] = [graph[i]!, graph[i + 1]!];
    const top = y + (1 - Math.max(from, to)) * height;
    const tall = Math.abs(from - to) * height + thickness;
    drawBox(list, ui, { x: x + i * step, y: top, width: step, height: tall }, { colour: from < 0.5 ? red : green });
  }
}
