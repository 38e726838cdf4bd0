import type { Millis } from '../../../../game/units.ts';
import { lerp, progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { drawMovingImage } from '../../display-list/motion-blur.ts';
import type { PlayfieldContext } from '../playfield-context.ts';
import type { DrawableCircle } from './hit-circle.ts';

/** Draws the ring that closes in on a circle and reaches it at its start time. */
export function drawApproachCircle(
  list: DisplayList,
  context: PlayfieldContext,
  circle: DrawableCircle,
  t: Millis,
): void {
  const [image] = context.elements.approachCircle?.frames ?? [];
  if (!circle.hasApproachCircle || image === undefined) return;
  const { appears, startTime, judgedAt } = circle;
  const { from, ease } = context.approachCircles;
  // With Freeze Frame a combo appears at once; the rings of later objects start larger, so that all close in at the
  // same speed.
  const startScale = (from * (startTime - appears)) / context.map.preempt;
  const endTime = Math.min(startTime, judgedAt ?? startTime);
  drawMovingImage(list, context.motionBlur, { t, image: image.image, reach: image.width / 2 }, (time) => {
    if (time >= endTime) return null;
    return {
      at: circle.at,
      scale: context.spritePx * lerp(startScale, 1, ease(progressBetween(time, appears, startTime))),
      alpha: 0.9 * progressBetween(time, appears, appears + Math.min(800, startTime - appears)),
      tint: circle.colour,
    };
  });
}
