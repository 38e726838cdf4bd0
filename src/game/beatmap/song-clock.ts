import { roundToHundredths } from '../arithmetic.ts';
import { firstIndexWhere } from '../binary-search.ts';
import type { RateRamp } from '../mods/index.ts';
import type { Millis } from '../units.ts';

/** Converts between song time and real time. The rate changes in steps; the first step also applies before its time. */
export interface SongClock {
  readonly steps: readonly [ClockStep, ...ClockStep[]];
}

/** From `time` on, `rate` song milliseconds pass per real millisecond. */
interface ClockStep {
  readonly time: Millis;
  readonly rate: number;
  /** Real milliseconds between the time of the first step and that of this one. */
  readonly realMs: number;
}

/** A ramp reaches its final rate after this fraction of the map. */
const rampEnd = 0.75;
/** Lazer changes the rate in steps of this size. */
const rateStep = 0.01;

/** A clock with a constant rate. */
export function steadyClock(rate: number): SongClock {
  return { steps: [{ time: 0, rate, realMs: 0 }] };
}

/** A clock whose rate follows Wind Up or Wind Down over a map whose objects lie between two times. */
export function rampedClock({ initial, final }: RateRamp, { start, end }: { start: Millis; end: Millis }): SongClock {
  const length = Math.max(1, rampEnd * (end - start));
  const change = final - initial;
  const count = Math.round(Math.abs(change) / rateStep);
  let last: ClockStep = { time: start, rate: roundToHundredths(initial), realMs: 0 };
  const steps: [ClockStep, ...ClockStep[]] = [last];
  for (let i = 1; i <= count; i++) {
    // The rate is rounded, so it changes halfway between two steps.
    const time = start + (length * (i - 0.5)) / count;
    const rate = roundToHundredths(initial + (change * i) / count);
    last = { time, rate, realMs: last.realMs + (time - last.time) / last.rate };
    steps.push(last);
  }
  return { steps };
}

/** A clock whose rate changes at given times, in ascending order; steps without length are left out. */
export function steppedClock(changes: readonly { readonly time: Millis; readonly rate: number }[]): SongClock {
  const [first = { time: 0, rate: 1 }, ...later] = changes;
  let last: ClockStep = { ...first, realMs: 0 };
  const steps: [ClockStep, ...ClockStep[]] = [last];
  for (const { time, rate } of later) {
    if (!(time > last.time)) continue;
    last = { time, rate, realMs: last.realMs + (time - last.time) / last.rate };
    steps.push(last);
  }
  return { steps };
}

/** Song milliseconds per real millisecond at a time. */
export function rateAt(clock: SongClock, t: Millis): number {
  return stepAt(clock, t).rate;
}

/** The song time `realMs` real milliseconds after song time `t`. */
export function songTimeAfter(clock: SongClock, t: Millis, realMs: number): Millis {
  const { steps } = clock;
  // At a constant rate this avoids rounding: the result does not depend on where a segment of the video starts.
  if (steps.length === 1) return t + realMs * steps[0].rate;
  const sinceFirst = realMsAt(clock, t) + realMs;
  const step = lastStepWhere(steps, (each) => each.realMs <= sinceFirst);
  return step.time + (sinceFirst - step.realMs) * step.rate;
}

/** Real milliseconds from one song time to another. */
export function realMsBetween(clock: SongClock, from: Millis, to: Millis): number {
  const { steps } = clock;
  return steps.length === 1 ? (to - from) / steps[0].rate : realMsAt(clock, to) - realMsAt(clock, from);
}

/** Real milliseconds from the time of the first step to `t`. */
function realMsAt(clock: SongClock, t: Millis): number {
  const { time, rate, realMs } = stepAt(clock, t);
  return realMs + (t - time) / rate;
}

function stepAt({ steps }: SongClock, t: Millis): ClockStep {
  return lastStepWhere(steps, ({ time }) => time <= t);
}

/** The last step for which a condition holds, if it holds for all before; the first if there is none. */
function lastStepWhere(steps: SongClock['steps'], holds: (step: ClockStep) => boolean): ClockStep {
  return steps[firstIndexWhere(0, steps.length, (i) => !holds(steps[i]!)) - 1] ?? steps[0];
}
