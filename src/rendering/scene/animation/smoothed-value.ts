import type { HealthLine } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lastAtOrBefore } from './tween.ts';

/**
 * A shown value that follows a true one, the nearer the slower, as the game's counters do with every frame they draw.
 * Here the frames are infinitely many, which has a formula: the value is known at any time without a past.
 */
export interface SmoothedValue {
  readonly initial: number;
  /** The true value as a line: from each time on, where it is and how fast it changes. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  /** The shown value at each of the times. */
  readonly shown: Float64Array;
  /** How fast the distance shrinks, a millisecond. */
  readonly up: number;
  readonly down: number;
}

export interface SmoothedLine {
  readonly initial: number;
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Absent: the value jumps at each time and stays. */
  readonly slopes?: Float64Array;
}

/** `up` and `down`: which part of the distance is left after a sixtieth of a second. */
export function createSmoothedValue(
  { initial, times, values, slopes = new Float64Array(times.length) }: SmoothedLine,
  { up, down = up, clockRate }: { up: number; down?: number; clockRate: number },
): SmoothedValue {
  const frame = (1000 / 60) * clockRate;
  const chase = {
    initial,
    times,
    values,
    slopes,
    shown: new Float64Array(times.length),
    up: -Math.log(up) / frame,
    down: -Math.log(down) / frame,
  };
  for (const [i, time] of times.entries()) chase.shown[i] = i === 0 ? initial : shownAfter(chase, i - 1, time);
  return chase;
}

export function smoothedAt(chase: SmoothedValue, t: Millis): number {
  const i = lastAtOrBefore(chase.times, t);
  return i < 0 ? chase.initial : shownAfter(chase, i, t);
}

/** Behind a value that changes steadily, the shown one ends up at a steady distance. */
function shownAfter({ times, values, slopes, shown, up, down }: SmoothedValue, i: number, t: Millis): number {
  const since = t - times[i]!;
  const speed = values[i]! > shown[i]! ? up : down;
  const distance = -slopes[i]! / speed;
  return values[i]! + slopes[i]! * since + distance + (shown[i]! - values[i]! - distance) * Math.exp(-speed * since);
}

/** Health as such a line: a stretch from each point to the next; a jump has no length and counts as where it ends. */
export function smoothedHealthLine({ times, values }: HealthLine): SmoothedLine {
  const starts = Array.from(times.keys()).filter((i) => times[i] !== times[i + 1]);
  return {
    initial: values[0] ?? 1,
    times: Float64Array.from(starts, (i) => times[i]!),
    values: Float64Array.from(starts, (i) => values[i]!),
    slopes: Float64Array.from(starts, (i) =>
      i + 1 < times.length ? (values[i + 1]! - values[i]!) / (times[i + 1]! - times[i]!) : 0,
    ),
  };
}
