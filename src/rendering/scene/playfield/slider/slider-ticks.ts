import type { PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import { isOnScreen, type PlayfieldContext } from '../playfield-context.ts';
import { posedOnScreen } from '../posed-objects.ts';
import { snakingLength } from './slider-body.ts';

/** A slider tick and when it is visible. */
export interface DrawableTick extends Lifetime {
  readonly at: ScreenPoint;
  /** Its index among the slider's points. */
  readonly point: number;
}

const popLength = 150;

/**
 * Computes when each tick is visible: on the first span once the body reaches it and half way to its time, later just
 * in time.
 */
export function createTicks(context: PlayfieldContext, slider: PlayableSlider): Timeline<DrawableTick> {
  const { preempt } = context.map;
  const { startTime, spanDuration } = slider;
  return createTimeline(
    slider.points.flatMap(({ kind, span, time, at: position }, point) => {
      const at = context.viewport.toScreen(position);
      if (kind !== 'tick' || !isOnScreen(context, at)) return [];
      const spanStart = startTime + span * spanDuration;
      const fraction = spanDuration > 0 ? (time - spanStart) / spanDuration : 1;
      const snakedAt = slider.appears + snakingLength(context, slider) * fraction;
      const appears =
        span === 0
          ? Math.max(snakedAt, startTime + (time - startTime) / 2 - (preempt * 2) / 3)
          : spanStart + (time - spanStart) / 2 - 200;
      return [{ at, point, appears, vanishes: time }];
    }),
  );
}

/** Draws the visible ticks of a slider. */
export function drawTicks(
  list: DisplayList,
  context: PlayfieldContext,
  { slider, ticks }: { slider: PlayableSlider; ticks: Timeline<DrawableTick> },
  t: Millis,
): void {
  const element = context.elements.tick;
  if (element === null) return;
  for (const { at: place, point, appears, vanishes } of aliveAt(ticks, t)) {
    const pose = context.motion?.tickPoseAt(slider, point, t) ?? null;
    const at = posedOnScreen(context.viewport, { pose, at: place }, place);
    const grown = progressBetween(t, appears, appears + popLength);
    const settled = progressBetween(t, appears + popLength, appears + popLength * 2);
    const pop = grown < 1 ? lerp(0.5, 1.2, outQuad(grown)) : lerp(1.2, 1, outQuad(settled));
    list.sprite(element.frames[0].image, {
      at,
      scale: context.spritePx * pop,
      alpha: grown * (context.hidesObjects ? 1 - hiddenProgress(context, vanishes, t) : 1),
      still: settled === 1 && pose === null,
    });
  }
}

function hiddenProgress({ map }: PlayfieldContext, time: Millis, t: Millis): number {
  const length = Math.max(1, Math.min(1000, map.preempt - popLength));
  return progressBetween(t, time - length, time);
}
