import type { RateRamp } from '../mods/index.ts';
import type { Millis } from '../units.ts';

/**
 * How fast a song is played, as steps: from each time on so many song milliseconds a real one. Before the first time the
 * first speed holds. `reals` are the real milliseconds that have passed at each time; at the first they are 0.
 */
export interface Pace {
  readonly times: readonly Millis[];
  readonly rates: readonly number[];
  readonly reals: readonly number[];
}

/** A ramp has reached its end when so much of the map is over. */
const rampedAt = 0.75;
/** Lazer changes the speed in steps of a hundredth. */
const step = 0.01;

export function steadyPace(rate: number): Pace {
  return { times: [0], rates: [rate], reals: [0] };
}

/** The steps of a ramp over a map whose objects lie between two times. */
export function rampedPace({ initial, final }: RateRamp, { start, end }: { start: Millis; end: Millis }): Pace {
  const length = Math.max(1, rampedAt * (end - start));
  const way = final - initial;
  const count = Math.round(Math.abs(way) / step);
  const times = [start];
  const rates = [hundredths(initial)];
  for (let i = 1; i <= count; i++) {
    // Half way between two hundredths the next one is the nearer.
    times.push(start + (length * (i - 0.5)) / count);
    rates.push(hundredths(initial + (way * i) / count));
  }
  const reals = [0];
  for (let i = 1; i < times.length; i++) reals.push(reals[i - 1]! + (times[i]! - times[i - 1]!) / rates[i - 1]!);
  return { times, rates, reals };
}

/** Song milliseconds a real one at a time. */
export function rateAt(pace: Pace, t: Millis): number {
  return pace.rates[lastNotAfter(pace.times, t)]!;
}

/** Real milliseconds from the pace's first time to another. */
function realAt(pace: Pace, t: Millis): number {
  const i = lastNotAfter(pace.times, t);
  return pace.reals[i]! + (t - pace.times[i]!) / pace.rates[i]!;
}

/** The song time so many real milliseconds after another one. */
export function songAfter(pace: Pace, t: Millis, realMs: number): Millis {
  // Nothing is rounded on the way of a song whose speed stays: its moments are the same wherever it is entered.
  if (pace.rates.length === 1) return t + realMs * pace.rates[0]!;
  const real = realAt(pace, t) + realMs;
  const i = lastNotAfter(pace.reals, real);
  return pace.times[i]! + (real - pace.reals[i]!) * pace.rates[i]!;
}

/** Real milliseconds from one song time to another. */
export function realBetween(pace: Pace, from: Millis, to: Millis): number {
  return pace.rates.length === 1 ? (to - from) / pace.rates[0]! : realAt(pace, to) - realAt(pace, from);
}

/** Song milliseconds a real one between two times, on average. */
export function meanRate(pace: Pace, from: Millis, to: Millis): number {
  return to > from ? (to - from) / realBetween(pace, from, to) : rateAt(pace, from);
}

function lastNotAfter(values: readonly number[], value: number): number {
  return Math.max(
    0,
    values.findLastIndex((each) => each <= value),
  );
}

function hundredths(rate: number): number {
  return Math.round(rate * 100) / 100;
}
