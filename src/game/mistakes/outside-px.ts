import type { Mistake } from './mistake.ts';

/** How far the cursor was from the edge of the circle, at least one pixel; null if it was on it or is not known. */
export function outsidePx({ distancePx }: Pick<Mistake, 'distancePx'>, circleRadius: number): number | null {
  if (distancePx === undefined || distancePx <= circleRadius) return null;
  return Math.max(1, Math.round(distancePx - circleRadius));
}
