import type { Millis } from '../../units.ts';
import { limits } from '../limits.ts';
import { beatLengthAt, hasTicksAt, inverseSliderVelocityAt } from '../timing.ts';
import type { ComputeSliderTiming, SliderPointTiming } from './slider-timing.ts';

/** Stable's slider timing: whole milliseconds, lengths in 32-bit floats (rules SL1 to SL5). */
export const stableSliderTiming: ComputeSliderTiming = (slider, path, { beatmap, timing, budget }) => {
  const start = Math.trunc(slider.time);
  const { sliderMultiplier, sliderTickRate } = beatmap.difficulty;
  const inverseVelocity = inverseSliderVelocityAt(timing, start);
  const tickSpacing = (100 * sliderMultiplier) / sliderTickRate;
  const pixelsPerSecond = tickSpacing * sliderTickRate * (1000 / (beatLengthAt(timing, start) * inverseVelocity));
  const length = slider.length ?? path.length;
  // Before format 8, slider velocity did not change the distance between ticks.
  const tickDistance = Math.min(beatmap.formatVersion < 8 ? tickSpacing : tickSpacing / inverseVelocity, length);

  const offsets = new Float64Array(path.distances.length);
  for (let i = 1; i < offsets.length; i++) {
    offsets[i] = offsets[i - 1]! + (1000 * stepLength(path.distances, i)) / pixelsPerSecond;
  }
  const spanStarts = spanStartTimes({ start, spans: slider.slides, pixelsPerSecond }, path.distances);
  const endTime = Math.floor(spanStarts.at(-1) ?? start);

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
    // Counts from the end time by length, which may differ by a millisecond from the sum of the steps (rule SL9).
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

const maxExactSteps = 200_000;

function stepLength(distances: Float64Array, i: number): number {
  return Math.fround(distances[i]! - distances[i - 1]!);
}

/**
 * The unrounded times at which spans begin. Stable adds up every step of every span, and the rounding errors of that sum
 * decide about whole milliseconds, so this adds in the same order. Sliders with very many steps add whole spans instead.
 */
function spanStartTimes(
  { start, spans, pixelsPerSecond }: Pick<ScorePointInput, 'start' | 'spans' | 'pixelsPerSecond'>,
  distances: Float64Array,
): Float64Array {
  const starts = new Float64Array(spans + 1);
  const steps = distances.length - 1;
  const spanDuration = (1000 * (distances.at(-1) ?? 0)) / pixelsPerSecond;
  const exact = steps * spans < maxExactSteps;
  let time = start;
  for (let span = 0; span <= spans; span++) {
    starts[span] = time;
    if (!exact) time += spanDuration;
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

/** Ticks and repeats in the order in which the ball reaches them, and the time of the end by length. */
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
  // The game omits a tick in the last 10 ms of a span, and all ticks of the span after it.
  const nearEnd = 0.01 * pixelsPerSecond;
  let travelled = 0;
  let sinceTick = 0;
  for (let span = 0; span < spans; span++) {
    sinceTick += length;
    let toEnd = length;
    let stopped = false;
    for (let ticks = 0; sinceTick >= tickDistance && !stopped && ticks < limits.maxTicksPerSpan; ticks++) {
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
      // Ticks have the same positions in both directions: the first tick after the turn is as far from it as the last one.
      travelled -= tickDistance - sinceTick;
      sinceTick = tickDistance - sinceTick;
    }
  }
  return { points, endScoredAt };
}
