import type { OsuPoint } from '../units.ts';

export interface Arc {
  readonly centre: OsuPoint;
  readonly radius: number;
  readonly from: number;
  /** Signed: negative runs against the sense of increasing angles. */
  readonly angle: number;
}

/** The circle through three points, from the first over the second to the third; null when they lie on a line (rule SP3). */
export function arcThrough(a: OsuPoint, b: OsuPoint, c: OsuPoint): Arc | null {
  const cross = (b.y - a.y) * (c.x - a.x) - (b.x - a.x) * (c.y - a.y);
  if (!(Math.abs(cross) >= 0.001)) return null;
  const bx = b.x - a.x;
  const by = b.y - a.y;
  const cx = c.x - a.x;
  const cy = c.y - a.y;
  const d = 2 * (bx * cy - by * cx);
  const b2 = bx * bx + by * by;
  const c2 = cx * cx + cy * cy;
  const ux = (cy * b2 - by * c2) / d;
  const uy = (bx * c2 - cx * b2) / d;
  const centre = { x: a.x + ux, y: a.y + uy };
  const angleTo = (p: OsuPoint) => Math.atan2(p.y - centre.y, p.x - centre.x);
  const from = angleTo(a);
  const ahead = (p: OsuPoint) => (angleTo(p) - from + 2 * Math.PI) % (2 * Math.PI);
  const toEnd = ahead(c);
  return { centre, radius: Math.hypot(ux, uy), from, angle: ahead(b) > toEnd ? toEnd - 2 * Math.PI : toEnd };
}

export function arcLength(arc: Arc): number {
  return Math.abs(arc.angle) * arc.radius;
}

export function pointOnArc({ centre, radius, from, angle }: Arc, progress: number): OsuPoint {
  const at = from + angle * progress;
  return { x: centre.x + radius * Math.cos(at), y: centre.y + radius * Math.sin(at) };
}

/** How many vertices lazer gives an arc: no chord further than a tenth of a pixel from it. */
export function lazerArcVertices(arc: Arc): number {
  if (2 * arc.radius <= 0.1) return 2;
  return Math.max(2, Math.ceil(Math.abs(arc.angle) / (2 * Math.acos(1 - 0.1 / arc.radius))));
}
