import { type Timing, uninheritedPointAt } from '../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';

/** Beat divisors with their colours in lazer's editor. */
const colours: readonly (readonly [divisor: number, colour: Rgb])[] = [
  [1, { r: 255, g: 255, b: 255 }],
  [2, { r: 237, g: 17, b: 33 }],
  [3, { r: 136, g: 102, b: 238 }],
  [4, { r: 102, g: 204, b: 255 }],
  [6, { r: 238, g: 170, b: 0 }],
  [8, { r: 255, g: 204, b: 34 }],
  [12, { r: 204, g: 102, b: 0 }],
  [16, { r: 102, g: 68, b: 204 }],
];
/** Differences below this are rounding errors. */
const epsilon = 1e-7;

/** The colour of the beat divisor nearest to a time; of equally near ones the coarsest. */
export function snapColour(timing: Timing, t: Millis): Rgb {
  const point = uninheritedPointAt(timing, t);
  const next = timing.uninheritedPoints.find(({ time }) => time > t)?.time ?? Number.POSITIVE_INFINITY;
  let nearest = Number.POSITIVE_INFINITY;
  let found = colours[0]![1];
  for (const [divisor, colour] of colours) {
    const step = (point?.beatLength ?? 1000) / divisor;
    const since = t - (point?.time ?? 0);
    const distance = Math.min(Math.abs(since - Math.round(since / step) * step), next - t);
    if (distance >= nearest - epsilon) continue;
    nearest = distance;
    found = colour;
  }
  return found;
}
