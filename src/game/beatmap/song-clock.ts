import type { RateRamp } from '../mods/index.ts';
import type { Millis } from '../units.ts';

/**
 * How fast a song is played, as steps: from each time on so many song milliseconds a real one. Before the first time the
 * first speed holds. `reals` are the real milliseconds that have passed at each time; at the first they are 0.
 */
export interface SongClock {
  readonly times: readonly Millis[];
  readonly rates: readonly number[];
  readonly realTimes: readonly number[];
}

/** A ramp has reached its end when so much of the map is over. */
const rampEnd = 0.75;
/** Lazer changes the speed in steps of a hundredth. */
const rateStep = 0.01;

export function steadyClock(rate: number): SongClock {
  return { times: [0], rates: [rate], realTimes: [0] };
}

/** The steps of a ramp over a map whose objects lie between two times. */
export function rampedClock({ initial, final }: RateRamp, { start, end }: { start: Millis; end: Millis }): SongClock {
  const length = Math.max(1, rampEnd * (end - start));
  const way = final - initial;
  const count = Math.round(Math.abs(way) / rateStep);
  const times = [start];
  const rates = [roundToHundredths(initial)];
  for (let i = 1; i <= count; i++) {
    // Half way between two hundredths the next one is the nearer.
    times.push(start + (length * (i - 0.5)) / count);
    rates.push(roundToHundredths(initial + (way * i) / count));
  }
  const reals = [0];
  for (let i = 1; i < times.length; i++) reals.push(reals[i - 1]! + (times[i]! - times[i - 1]!) / rates[i - 1]!);
  return { times, rates, realTimes: reals };
}

/** Song milliseconds a real one at a time. */
export function rateAt(clock: SongClock, t: Millis): number {
  return clock.rates[lastIndexAtOrBefore(clock.times, t)]!;
}

/** Real milliseconds from the clock's first time to another. */
function realMsAt(clock: SongClock, t: Millis): number {
  const i = lastIndexAtOrBefore(clock.times, t);
  return clock.realTimes[i]! + (t - clock.times[i]!) / clock.rates[i]!;
}

/** The song time so many real milliseconds after another one. */
export function songTimeAfter(clock: SongClock, t: Millis, realMs: number): Millis {
  // Nothing is rounded on the way of a song whose speed stays: its moments are the same wherever it is entered.
  if (clock.rates.length === 1) return t + realMs * clock.rates[0]!;
  const real = realMsAt(clock, t) + realMs;
  const i = lastIndexAtOrBefore(clock.realTimes, real);
  return clock.times[i]! + (real - clock.realTimes[i]!) * clock.rates[i]!;
}

/** Real milliseconds from one song time to another. */
export function realMsBetween(clock: SongClock, from: Millis, to: Millis): number {
  return clock.rates.length === 1 ? (to - from) / clock.rates[0]! : realMsAt(clock, to) - realMsAt(clock, from);
}

/** Song milliseconds a real one between two times, on average. */
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
