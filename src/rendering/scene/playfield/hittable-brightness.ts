import type { Millis } from '../../../game/units.ts';
import { lerp, progressBetween } from '../animation/easing.ts';

const dimmed = 195 / 255;
const hittableFor: Millis = 400;
const undimLength: Millis = 100;

/** The brightness of an object: it is dimmed until it can be hit or missed (rule DM1). */
export function hittableBrightness({ startTime }: { readonly startTime: Millis }, t: Millis): number {
  const hittableAt = startTime - hittableFor;
  return lerp(dimmed, 1, progressBetween(t, hittableAt, hittableAt + undimLength));
}
