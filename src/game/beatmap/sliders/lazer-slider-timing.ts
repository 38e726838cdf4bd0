import { limits } from '../limits.ts';
import { beatLengthAt, hasTicksAt, inverseSliderVelocityAt } from '../timing.ts';
import type { ComputeSliderTiming, SliderPointTiming } from './slider-timing.ts';

/** Lazer places no ticks beyond this length. */
const maxTickedLength = 100_000;

/** A slider in lazer's time: doubles all through, its end judged where it is (rules SL6 to SL8). */
export const lazerSliderTiming: ComputeSliderTiming = (slider, path, { beatmap, timing, budget }) => {
  const { sliderMultiplier, sliderTickRate } = beatmap.difficulty;
  const start = slider.time;
  // Before the first timing point lazer has its beat, but not its velocity.
  const slowness = start < (timing.points[0]?.time ?? start) ? 1 : inverseSliderVelocityAt(timing, start);
  const beatLength = beatLengthAt(timing, start);
  const velocity = (100 * sliderMultiplier) / (beatLength * slowness);
  // There is no turning on a path without length.
  const spans = path.length > 0 ? slider.slides : 1;
  const endTime = start + (spans * path.length) / velocity;
  const spanDuration = (endTime - start) / spans;

  const spread = (velocity * beatLength) / sliderTickRate;
  const tickDistance = Math.min(beatmap.formatVersion < 8 ? spread * slowness : spread, path.length);
  const ticks = hasTicksAt(timing, start) ? tickDistances(path.length, tickDistance, velocity) : [];
  budget.spendSliderPoints((ticks.length + 1) * spans);

  const points: SliderPointTiming[] = [];
  for (let span = 0; span < spans; span++) {
    const spanStart = start + span * spanDuration;
    const forth = span % 2 === 0;
    for (const tick of forth ? ticks : ticks.toReversed()) {
      const progress = tick / path.length;
      const time = spanStart + (forth ? progress : 1 - progress) * spanDuration;
      points.push({ kind: 'tick', span, time, judgedAt: time });
    }
    const time = span < spans - 1 ? spanStart + spanDuration : endTime;
    points.push({ kind: span < spans - 1 ? 'repeat' : 'end', span, time, judgedAt: time });
  }
  return { spans, endTime, spanDuration, velocity, motion: { rules: 'lazer' }, points };
};

function tickDistances(length: number, tickDistance: number, velocity: number): readonly number[] {
  const ticks: number[] = [];
  const ticked = Math.min(length, maxTickedLength);
  if (!(tickDistance > 0)) return ticks;
  // A tick within the last 10 ms of a span is left out.
  for (let k = 1; k <= limits.ticksPerSpan; k++) {
    const distance = k * tickDistance;
    if (distance > ticked || distance >= length - 10 * velocity) break;
    ticks.push(distance);
  }
  return ticks;
}
