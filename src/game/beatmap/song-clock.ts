import type { RateRamp } from '../mods/index.ts';
import type { Millis } from '../units.ts';

/**
 * Converts between song time and real time. The rate (song milliseconds per real millisecond) changes in steps:
 * `rates[i]` applies from `times[i]` on, and `rates[0]` also before it. `realTimes[i]` is the real time between
 * `times[0]` and `times[i]`, in milliseconds.
 */
export interface SongClock {
  readonly times: readonly Millis[];
  readonly rates: readonly number[];
  readonly realTimes: readonly number[];
}

/** A ramp reaches its final rate after this fraction of the map. */
const rampEnd = 0.75;
/** Lazer changes the rate in steps of this size. */
const rateStep = 0.01;

/** A clock with a constant rate. */
export function steadyClock(rate: number): SongClock {
  return { times: [0], rates: [rate], realTimes: [0] };
}

/** A clock whose rate follows Wind Up or Wind Down over a map whose objects lie between two times. */
export function rampedClock({ initial, final }: RateRamp, { start, end }: { start: Millis; end: Millis }): SongClock {
  const length = Math.max(1, rampEnd * (end - start));
  const change = final - initial;
  const count = Math.round(Math.abs(change) / rateStep);
  const times = [start];
  const rates = [roundToHundredths(initial)];
  for (let i = 1; i <= count; i++) {
    // The rate is rounded, so it changes halfway between two steps.
    times.push(start + (length * (i - 0.5)) / count);
    rates.push(roundToHundredths(initial + (change * i) / count));
  }
  const reals = [0];
  for (let i = 1; i < times.length; i++) reals.push(reals[i - 1]! + (times[i]! - times[i - 1]!) / rates[i - 1]!);
  return { times, rates, realTimes: reals };
}

/** Song milliseconds per real millisecond at a time. */
export function rateAt(clock: SongClock, t: Millis): number {
  return clock.rates[lastIndexAtOrBefore(clock.times, t)]!;
}

/** Real milliseconds from the clock's first time to `t`. */
function realMsAt(clock: SongClock, t: Millis): number {
  const i = lastIndexAtOrBefore(clock.times, t);
  return clock.realTimes[i]! + (t - clock.times[i]!) / clock.rates[i]!;
}

/** The song time `realMs` real milliseconds after song time `t`. */
export function songTimeAfter(clock: SongClock, t: Millis, realMs: number): Millis {
  // At a constant rate this avoids rounding: the result does not depend on where a segment of the video starts.
  if (clock.rates.length === 1) return t + realMs * clock.rates[0]!;
  const real = realMsAt(clock, t) + realMs;
  const i = lastIndexAtOrBefore(clock.realTimes, real);
  return clock.times[i]! + (real - clock.realTimes[i]!) * clock.rates[i]!;
}

/** Real milliseconds from one song time to another. */
export function realMsBetween(clock: SongClock, from: Millis, to: Millis): number {
  return clock.rates.length === 1 ? (to - from) / clock.rates[0]! : realMsAt(clock, to) - realMsAt(clock, from);
}

/** The average rate between two song times. */
export function meanRate(clock: SongClock, from: Millis, to: Millis): number {
  return to > from ? (to - from) / realMsBetween(clock, from, to) : rateAt(clock, from);
}

function lastIndexAtOrBefore(values: readonly number[], value: number): number {
  return Math.max(
    0,
    values.findLastIndex((each) => each <= value),
  );
}

function roundToHundredths(rate: number): number {
  return Math.round(rate * 100) / 100;
}
