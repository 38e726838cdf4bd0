import type { ScreenPoint } from '../scene/index.ts';

/** The same path with fewer points, nowhere further from the original than `tolerance` (Ramer, Douglas and Peucker). */
export function simplify(path: readonly ScreenPoint[], tolerance: number): readonly ScreenPoint[] {
  if (path.length <= 2) return path;
  const kept = new Uint8Array(path.length);
  kept[0] = kept[path.length - 1] = 1;
  const stretches: [number, number][] = [[0, path.length - 1]];
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [first, last] = stretch;
    let furthest = 0;
    let at = -1;
    for (let i = first + 1; i < last; i++) {
      const distance = distanceToSegment(path[i]!, path[first]!, path[last]!);
      if (distance > furthest) {
        furthest = distance;
        at = i;
      }
    }
    if (furthest <= tolerance) continue;
    kept[at] = 1;
    stretches.push([first, at], [at, last]);
  }
  return path.filter((_, i) => kept[i]);
}

/** The stretch of a path between two fractions of its length; a single point when they meet. */
export function cut(path: readonly ScreenPoint[], from: number, to: number): readonly ScreenPoint[] {
  if (from <= 0 && to >= 1) return path;
  const lengths = path.map((point, i) =>
    i === 0 ? 0 : Math.hypot(point.x - path[i - 1]!.x, point.y - path[i - 1]!.y),
  );
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const start = Math.max(0, from) * total;
  const end = Math.min(1, to) * total;
  const stretch: ScreenPoint[] = [];
  let walked = 0;
  for (let i = 1; i < path.length && walked <= end; i++) {
    const length = lengths[i]!;
    const a = path[i - 1]!;
    const b = path[i]!;
    if (walked + length >= start && length > 0) {
      if (stretch.length === 0) stretch.push(between(a, b, (start - walked) / length));
      if (end > start) stretch.push(between(a, b, Math.min(1, (end - walked) / length)));
    }
    walked += length;
  }
  return stretch.length > 0 ? stretch : path.slice(0, 1);
}

function between(a: ScreenPoint, b: ScreenPoint, fraction: number): ScreenPoint {
  const f = Math.max(0, fraction);
  return { x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f };
}

function distanceToSegment(p: ScreenPoint, a: ScreenPoint, b: ScreenPoint): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0;
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}
