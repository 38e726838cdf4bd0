import type { Millis } from '../../units.ts';
import { limits } from '../limits.ts';
import { beatLengthAt, hasTicksAt, inverseSliderVelocityAt } from '../timing.ts';
import type { ComputeSliderTiming, SliderPointTiming } from './slider-timing.ts';

/** A slider in stable's time: whole milliseconds, lengths in 32-bit floats (rules SL1 to SL5). */
export const stableSliderTiming: ComputeSliderTiming = (slider, path, { beatmap, timing, budget }) => {
  const start = Math.trunc(slider.time);
  const { sliderMultiplier, sliderTickRate } = beatmap.difficulty;
  const slowness = inverseSliderVelocityAt(timing, start);
  const tickSpacing = (100 * sliderMultiplier) / sliderTickRate;
  const pixelsPerSecond = tickSpacing * sliderTickRate * (1000 / (beatLengthAt(timing, start) * slowness));
  const length = slider.length ?? path.length;
  // Before format 8 the velocity did not spread the ticks.
  const spread = beatmap.formatVersion < 8 ? tickSpacing : tickSpacing / slowness;
  const tickDistance = Math.min(spread, length);

  const offsets = new Float64Array(path.distances.length);
  for (let i = 1; i < offsets.length; i++) {
    offsets[i] = offsets[i - 1]! + (1000 * stepLength(path.distances, i)) / pixelsPerSecond;
  }
  const spanStarts = spanStartTimes(start, slider.slides, path.distances, pixelsPerSecond);
  const endTime = Math.floor(spanStarts[slider.slides]!);

  const { points, endScoredAt } = scorePoints({
    start,
    spans: slider.slides,
    length: path.length,
    pixelsPerSecond,
    tickDistance: hasTicksAt(timing, start) ? tickDistance : Number.POSITIVE_INFINITY,
    spend: budget.spendSliderPoints,
  });
  points.push({
    kind: 'end',
    span: slider.slides - 1,
    time: endTime,
    // From the time the end is reached by length, which may differ from the sum of the steps by a millisecond (rule SL9).
    judgedAt: Math.max(start + Math.trunc((endTime - start) / 2), endScoredAt - 36),
  });
  return {
    spans: slider.slides,
    endTime,
    spanDuration: (1000 * path.length) / pixelsPerSecond,
    velocity: pixelsPerSecond / 1000,
    motion: { rules: 'stable', spanStarts, offsets },
    points,
  };
};

function stepLength(distances: Float64Array, i: number): number {
  return Math.fround(distances[i]! - distances[i - 1]!);
}

/**
 * Unrounded times at which spans begin. Stable adds up every step of every span, and the rounding of that sum decides
 * about whole milliseconds, so it is added up here in the same order. Beyond some million steps a span is added at once.
 */
function spanStartTimes(start: Millis, spans: number, distances: Float64Array, pixelsPerSecond: number): Float64Array {
  const starts = new Float64Array(spans + 1);
  const steps = distances.length - 1;
  const whole = (1000 * (distances.at(-1) ?? 0)) / pixelsPerSecond;
  const exact = steps * spans < 200_000;
  let time = start;
  for (let span = 0; span <= spans; span++) {
    starts[span] = time;
    if (!exact) time += whole;
    else if (span % 2 === 0) {
      for (let i = 1; i <= steps; i++) time += (1000 * stepLength(distances, i)) / pixelsPerSecond;
    } else {
      for (let i = steps; i >= 1; i--) time += (1000 * stepLength(distances, i)) / pixelsPerSecond;
    }
  }
  return starts;
}

interface ScorePointInput {
  readonly start: Millis;
  readonly spans: number;
  readonly length: number;
  readonly pixelsPerSecond: number;
  readonly tickDistance: number;
  spend(points: number): void;
}

/** Ticks and repeats in the order the ball passes them, and when the end is reached. */
function scorePoints(course: ScorePointInput): { points: SliderPointTiming[]; endScoredAt: Millis } {
  const { start, spans, length, pixelsPerSecond, tickDistance, spend } = course;
  const points: SliderPointTiming[] = [];
  let endScoredAt = start;
  const timeAt = (travelled: number) => start + Math.floor((Math.fround(travelled) / pixelsPerSecond) * 1000);
  const add = (kind: 'tick' | 'repeat', span: number, travelled: number) => {
    spend(1);
    const time = timeAt(travelled);
    points.push({ kind, span, time, judgedAt: time });
  };
  // A tick within the last 10 ms of a span is left out, and with it the rest of the span's.
  const nearEnd = 0.01 * pixelsPerSecond;
  let travelled = 0;
  let sinceTick = 0;
  for (let span = 0; span < spans; span++) {
    sinceTick += length;
    let toEnd = length;
    let stopped = false;
    for (let ticks = 0; sinceTick >= tickDistance && !stopped && ticks < limits.ticksPerSpan; ticks++) {
      travelled += tickDistance;
      sinceTick -= tickDistance;
      toEnd -= tickDistance;
      stopped = toEnd <= nearEnd;
      if (!stopped) add('tick', span, travelled);
    }
    travelled += sinceTick;
    if (span < spans - 1) add('repeat', span, travelled);
    else endScoredAt = timeAt(travelled);
    if (stopped || tickDistance === Number.POSITIVE_INFINITY) {
      sinceTick = 0;
    } else {
      // Ticks sit at the same places on the way back: the first is as far from the turn as the last one was.
      travelled -= tickDistance - sinceTick;
      sinceTick = tickDistance - sinceTick;
    }
  }
  return { points, endScoredAt };
}
