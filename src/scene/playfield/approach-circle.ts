import type { Millis } from '../../osu/units.ts';
import type { DisplayList } from '../display-list.ts';
import { lerp, passed } from '../easing.ts';
import { drawMoving } from '../motion.ts';
import type { Field } from './field.ts';
import type { Circle } from './hit-circle.ts';

/** The ring that closes in on a circle and meets it at its time. */
export function drawApproachCircle(list: DisplayList, field: Field, circle: Circle, t: Millis): void {
  const [ring] = field.art.approachCircle?.frames ?? [];
  if (!circle.hasApproachCircle || ring === undefined) return;
  const { appears, startTime, judgedAt } = circle;
  const ends = Math.min(startTime, judgedAt ?? startTime);
  drawMoving(list, field.camera, { t, image: ring.image, reach: ring.width / 2 }, (time) => {
    if (time >= ends) return null;
    return {
      at: circle.at,
      scale: field.spritePx * lerp(4, 1, passed(time, appears, startTime)),
      alpha: 0.9 * passed(time, appears, appears + Math.min(800, field.map.preempt)),
      tint: circle.colour,
    };
  });
}
