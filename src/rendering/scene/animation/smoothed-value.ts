import { lastAtOrBefore } from '../../../game/binary-search.ts';
import type { HealthLine } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';

/**
 * A displayed value that follows a true one, slower the closer it is, as the game's counters do in every frame. This is
 * the limit of infinitely many frames, which has a formula: no earlier frame is needed.
 */
export interface SmoothedValue {
  readonly initial: number;
  /** The true value, piecewise linear: from each time on, its value and slope per millisecond. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  /** The displayed value at each of the times. */
  readonly displayed: Float64Array;
  /** The decay rate of the distance, per millisecond, while the value rises or falls. */
  readonly up: number;
  readonly down: number;
}

/** The true value that a smoothed value follows. */
export interface SmoothedLine {
  readonly initial: number;
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Absent if the value is constant between jumps. */
  readonly slopes?: Float64Array;
}

/** `up` and `down` are the fraction of the distance that is left after a sixtieth of a second. */
export function createSmoothedValue(
  { initial, times, values, slopes = new Float64Array(times.length) }: SmoothedLine,
  { up, down = up, clockRate }: { up: number; down?: number; clockRate: number },
): SmoothedValue {
  const frameLength = (1000 / 60) * clockRate;
  const smoothed = {
    initial,
    times,
    values,
    slopes,
    displayed: new Float64Array(times.length),
    up: -Math.log(up) / frameLength,
    down: -Math.log(down) / frameLength,
  };
  for (const [i, time] of times.entries())
    smoothed.displayed[i] = i === 0 ? initial : displayedAfter(smoothed, i - 1, time);
  return smoothed;
}

/** The displayed value at a time. */
export function smoothedAt(smoothed: SmoothedValue, t: Millis): number {
  const i = lastAtOrBefore(smoothed.times, t);
  return i < 0 ? smoothed.initial : displayedAfter(smoothed, i, t);
}

/** Behind a value that changes steadily, the displayed one settles at a constant distance. */
function displayedAfter({ times, values, slopes, displayed, up, down }: SmoothedValue, i: number, t: Millis): number {
  const elapsed = t - times[i]!;
  const rate = values[i]! > displayed[i]! ? up : down;
  const distance = -slopes[i]! / rate;
  return (
    values[i]! + slopes[i]! * elapsed + distance + (displayed[i]! - values[i]! - distance) * Math.exp(-rate * elapsed)
  );
}

/** Health as a piecewise linear value; at a jump, the value after it counts. */
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
