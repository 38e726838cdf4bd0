import type { PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { aliveAt, createTimeline, type Life, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import { type Field, isInSight } from '../playfield-context.ts';
import { growLength } from './slider-body.ts';

export interface Tick extends Life {
  readonly at: ScreenPoint;
}

const popLength = 150;

/** When each tick is seen: on the first span once the slider reaches it and half way to its time, later just in time. */
export function createTicks(field: Field, slider: PlayableSlider): Timeline<Tick> {
  const { preempt } = field.map;
  const { startTime, spanDuration } = slider;
  return createTimeline(
    slider.points.flatMap(({ kind, span, time, at: place }) => {
      const at = field.viewport.toScreen(place);
      if (kind !== 'tick' || !isInSight(field, at)) return [];
      const spanStart = startTime + span * spanDuration;
      const share = spanDuration > 0 ? (time - spanStart) / spanDuration : 1;
      const snaked = slider.appears + growLength(field, slider) * share;
      const appears =
        span === 0
          ? Math.max(snaked, startTime + (time - startTime) / 2 - (preempt * 2) / 3)
          : spanStart + (time - spanStart) / 2 - 200;
      return [{ at, appears, vanishes: time }];
    }),
  );
}

export function drawTicks(list: DisplayList, field: Field, ticks: Timeline<Tick>, t: Millis): void {
  const art = field.art.tick;
  if (art === null) return;
  for (const { at, appears, vanishes } of aliveAt(ticks, t)) {
    const grown = progressBetween(t, appears, appears + popLength);
    const settled = progressBetween(t, appears + popLength, appears + popLength * 2);
    const pop = grown < 1 ? lerp(0.5, 1.2, outQuad(grown)) : lerp(1.2, 1, outQuad(settled));
    list.sprite(art.frames[0].image, {
      at,
      scale: field.spritePx * pop,
      alpha: grown * (field.hidesObjects ? 1 - hidden(field, vanishes, t) : 1),
      still: settled === 1,
    });
  }
}

function hidden({ map }: Field, time: Millis, t: Millis): number {
  const length = Math.max(1, Math.min(1000, map.preempt - popLength));
  return progressBetween(t, time - length, time);
}
