import type { OsuPoint } from '../../units.ts';

/** An arc of a circle. */
export interface Arc {
  readonly centre: OsuPoint;
  readonly radius: number;
  /** Start angle in radians. */
  readonly from: number;
  /** Signed: negative for an arc that runs towards smaller angles. */
  readonly angle: number;
}

/** The arc from `a` through `b` to `c`; null if the points are collinear (rule SP3). */
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

/**
 * The arc as stable computes it: centre, radius and π are rounded to 32-bit floats, intermediate results are doubles, as
 * in its x87 code (rule SP11).
 */
export function stableArcThrough(a: OsuPoint, b: OsuPoint, c: OsuPoint): Arc | null {
  const cross = (b.y - a.y) * (c.x - a.x) - (b.x - a.x) * (c.y - a.y);
  if (!(Math.abs(cross) >= 0.001)) return null;
  const d = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y));
  const a2 = a.x * a.x + a.y * a.y;
  const b2 = b.x * b.x + b.y * b.y;
  const c2 = c.x * c.x + c.y * c.y;
  const centre = {
    x: Math.fround((a2 * (b.y - c.y) + b2 * (c.y - a.y) + c2 * (a.y - b.y)) / d),
    y: Math.fround((a2 * (c.x - b.x) + b2 * (a.x - c.x) + c2 * (b.x - a.x)) / d),
  };
  const radius = Math.fround(Math.sqrt((a.x - centre.x) ** 2 + (a.y - centre.y) ** 2));
  const turn = 2 * Math.fround(Math.PI);
  const from = Math.atan2(a.y - centre.y, a.x - centre.x);
  const ahead = (p: OsuPoint) => {
    const angle = Math.atan2(p.y - centre.y, p.x - centre.x);
    return angle < from ? angle + turn : angle;
  };
  const to = ahead(c);
  return { centre, radius, from, angle: (ahead(b) > to ? to - turn : to) - from };
}

/** A vertex of stable's arc: first the offset from the centre is rounded to a 32-bit float, then the position. */
export function stablePointOnArc({ centre, radius, from, angle }: Arc, progress: number): OsuPoint {
  const at = (from + angle) * progress + from * (1 - progress);
  return {
    x: Math.fround(Math.fround(Math.cos(at) * radius) + centre.x),
    y: Math.fround(Math.fround(Math.sin(at) * radius) + centre.y),
  };
}

/** The length of an arc. */
export function arcLength(arc: Arc): number {
  return Math.abs(arc.angle) * arc.radius;
}

/** The point at a progress along an arc, from 0 to 1. */
export function pointOnArc({ centre, radius, from, angle }: Arc, progress: number): OsuPoint {
  const at = from + angle * progress;
  return { x: centre.x + radius * Math.cos(at), y: centre.y + radius * Math.sin(at) };
}

/** How many vertices lazer gives an arc, so that no chord is further than a tenth of a pixel from it. */
export function lazerArcVertices(arc: Arc): number {
  if (2 * arc.radius <= 0.1) return 2;
  return Math.max(2, Math.ceil(Math.abs(arc.angle) / (2 * Math.acos(1 - 0.1 / arc.radius))));
}
