/** A position relative to the centre of a circle, in osu! pixels. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** The average position of the hits, and the ellipse of their standard deviations. */
export interface AimSpread {
  readonly mean: Offset;
  /** The standard deviation in the direction of the widest spread, and across it. */
  readonly major: number;
  readonly minor: number;
  /** The direction of the widest spread, in radians. */
  readonly angle: number;
}

/** Null without hits. */
export function aimSpreadOf(offsets: readonly Offset[]): AimSpread | null {
  const count = offsets.length;
  if (count === 0) return null;
  const average = (value: (offset: Offset) => number) =>
    offsets.reduce((sum, offset) => sum + value(offset), 0) / count;
  const mean = { x: average(({ x }) => x), y: average(({ y }) => y) };
  const xx = average(({ x }) => (x - mean.x) ** 2);
  const yy = average(({ y }) => (y - mean.y) ** 2);
  const xy = average(({ x, y }) => (x - mean.x) * (y - mean.y));
  // The eigenvalues of the covariance matrix.
  const middle = (xx + yy) / 2;
  const difference = Math.hypot((xx - yy) / 2, xy);
  return {
    mean,
    major: Math.sqrt(middle + difference),
    minor: Math.sqrt(Math.max(0, middle - difference)),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}

/** The offset itself, or the point at `maxDistance` in its direction if it is farther away. */
export function clampOffset({ x, y }: Offset, maxDistance: number): Offset & { readonly isOutside: boolean } {
  const distance = Math.hypot(x, y);
  const factor = distance > maxDistance ? maxDistance / distance : 1;
  return { x: x * factor, y: y * factor, isOutside: factor < 1 };
}
