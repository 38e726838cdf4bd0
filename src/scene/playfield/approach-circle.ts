import type { Millis } from '../../osu/units.ts';
import type { DisplayList } from '../display-list.ts';
import { lerp, passed } from '../easing.ts';
import type { Field } from './field.ts';
import type { Circle } from './hit-circle.ts';

/** The ring that closes in on a circle and meets it at its time. */
export function drawApproachCircle(list: DisplayList, field: Field, circle: Circle, t: Millis): void {
  const { appears, startTime, judgedAt } = circle;
  if (!circle.hasApproachCircle || t >= startTime || (judgedAt !== null && t >= judgedAt)) return;
  const ring = field.art.approachCircle;
  if (ring === null) return;
  list.sprite(ring.frames[0].image, {
    at: circle.at,
    scale: field.spritePx * lerp(4, 1, passed(t, appears, startTime)),
    alpha: 0.9 * passed(t, appears, appears + Math.min(800, field.map.preempt)),
    tint: circle.colour,
  });
}
