import { limits } from '../limits.ts';
import { beatLengthAt, hasTicksAt, inverseSliderVelocityAt } from '../timing.ts';
import type { ComputeSliderTiming, SliderPointTiming } from './slider-timing.ts';

/** Lazer places no ticks beyond this distance. */
const maxTickedLength = 100_000;

/** Lazer's slider timing: double precision throughout, and the end is judged at its time (rules SL6 to SL8). */
export const lazerSliderTiming: ComputeSliderTiming = (slider, path, { beatmap, timing, budget }) => {
  const { sliderMultiplier, sliderTickRate } = beatmap.difficulty;
  const start = slider.time;
  // Before the first timing point, lazer uses its beat length but not its velocity.
  const inverseVelocity = start < (timing.points[0]?.time ?? start) ? 1 : inverseSliderVelocityAt(timing, start);
  const beatLength = beatLengthAt(timing, start);
  const velocity = (100 * sliderMultiplier) / (beatLength * inverseVelocity);
  // A path without length has no repeats.
  const spans = path.length > 0 ? slider.slides : 1;
  const endTime = start + (spans * path.length) / velocity;
  const spanDuration = (endTime - start) / spans;

  const tickSpacing = (velocity * beatLength) / sliderTickRate;
  const tickDistance = Math.min(beatmap.formatVersion < 8 ? tickSpacing * inverseVelocity : tickSpacing, path.length);
  const ticks = hasTicksAt(timing, start) ? tickDistances(path.length, tickDistance, velocity) : [];
  budget.spendSliderPoints((ticks.length + 1) * spans);

  const points: SliderPointTiming[] = [];
  for (let span = 0; span < spans; span++) {
    const spanStart = start + span * spanDuration;
    const isForward = span % 2 === 0;
    for (const tick of isForward ? ticks : ticks.toReversed()) {
      const progress = tick / path.length;
      const time = spanStart + (isForward ? progress : 1 - progress) * spanDuration;
      points.push({ kind: 'tick', span, time, judgedAt: time });
    }
    const time = span < spans - 1 ? spanStart + spanDuration : endTime;
    points.push({ kind: span < spans - 1 ? 'repeat' : 'end', span, time, judgedAt: time });
  }
  return { spans, endTime, spanDuration, velocity, motion: { rules: 'lazer' }, points };
};

function tickDistances(length: number, tickDistance: number, velocity: number): readonly number[] {
  const ticks: number[] = [];
  const maxDistance = Math.min(length, maxTickedLength);
  if (!(tickDistance > 0)) return ticks;
  // The game omits a tick in the last 10 ms of a span.
  for (let k = 1; k <= limits.maxTicksPerSpan; k++) {
    const distance = k * tickDistance;
    if (distance > maxDistance || distance >= length - 10 * velocity) break;
    ticks.push(distance);
  }
  return ticks;
}
