import type { Millis } from '../../../../game/units.ts';
import { lerp, progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { drawMoving } from '../../display-list/motion-blur.ts';
import type { Field } from '../playfield-context.ts';
import type { Circle } from './hit-circle.ts';

/** The ring that closes in on a circle and meets it at its time. */
export function drawApproachCircle(list: DisplayList, field: Field, circle: Circle, t: Millis): void {
  const [ring] = field.art.approachCircle?.frames ?? [];
  if (!circle.hasApproachCircle || ring === undefined) return;
  const { appears, startTime, judgedAt } = circle;
  const { from, ease } = field.rings;
  // The rings of a combo that comes at once close in as quickly as ever: those of its later objects begin larger.
  const largest = (from * (startTime - appears)) / field.map.preempt;
  const ends = Math.min(startTime, judgedAt ?? startTime);
  drawMoving(list, field.camera, { t, image: ring.image, reach: ring.width / 2 }, (time) => {
    if (time >= ends) return null;
    return {
      at: circle.at,
      scale: field.spritePx * lerp(largest, 1, ease(progressBetween(time, appears, startTime))),
      alpha: 0.9 * progressBetween(time, appears, appears + Math.min(800, startTime - appears)),
      tint: circle.colour,
    };
  });
}
