import type { ScreenPoint } from '../../scene/index.ts';

/** A path as bodies are measured along it: straight segments of limited length. */
export interface BodyPath {
  readonly points: readonly ScreenPoint[];
  /** The distance along the path to each point. */
  readonly distances: readonly number[];
}

/** Simplifies a path within `tolerance`, and splits segments longer than `maxSegment`. The result has at least two points. */
export function createBodyPath(
  path: readonly ScreenPoint[],
  { tolerance, maxSegment }: { readonly tolerance: number; readonly maxSegment: number },
): BodyPath {
  const corners = simplify(path, tolerance);
  const points = [corners[0]!];
  const distances = [0];
  for (const to of corners.length > 1 ? corners.slice(1) : corners) {
    const from = points.at(-1)!;
    const start = distances.at(-1)!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const parts = Math.max(1, Math.ceil(length / maxSegment));
    for (let part = 1; part < parts; part++) {
      points.push(between(from, to, part / parts));
      distances.push(start + (length * part) / parts);
    }
    points.push(to);
    distances.push(start + length);
  }
  return { points, distances };
}

/**
 * Returns the position at a fraction of a path's length: the number of a segment plus a fraction of the segment. Positions
 * within the path are rounded to multiples of `step` pixels.
 */
export function pathPositionAt({ distances }: BodyPath, fraction: number, step: number): number {
  const total = distances.at(-1)!;
  if (!(fraction > 0)) return 0;
  if (fraction >= 1) return distances.length - 1;
  const distance = Math.min(total, Math.round((fraction * total) / step) * step);
  let [segment, after] = [0, distances.length - 1];
  while (after - segment > 1) {
    const middle = (segment + after) >> 1;
    if (distances[middle]! <= distance) segment = middle;
    else after = middle;
  }
  const length = distances[after]! - distances[segment]!;
  return length > 0 ? segment + (distance - distances[segment]!) / length : segment;
}

/** Returns the points of a path between two positions, both included. */
export function pointsBetween({ points }: BodyPath, from: number, to: number): readonly ScreenPoint[] {
  return [pointAt(points, from), ...points.slice(Math.ceil(from), Math.floor(to) + 1), pointAt(points, to)];
}

function pointAt(points: readonly ScreenPoint[], position: number): ScreenPoint {
  const segment = Math.min(Math.floor(position), points.length - 2);
  return between(points[segment]!, points[segment + 1]!, position - segment);
}

/** Removes points that lie within `tolerance` of the remaining path (Ramer–Douglas–Peucker). */
function simplify(path: readonly ScreenPoint[], tolerance: number): readonly ScreenPoint[] {
  if (path.length <= 2) return path;
  const kept = new Uint8Array(path.length);
  kept[0] = kept[path.length - 1] = 1;
  const ranges: [number, number][] = [[0, path.length - 1]];
  for (let next = ranges.pop(); next; next = ranges.pop()) {
    const [first, last] = next;
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
    ranges.push([first, at], [at, last]);
  }
  return path.filter((_, i) => kept[i]);
}

function between(a: ScreenPoint, b: ScreenPoint, fraction: number): ScreenPoint {
  return { x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction };
}

function distanceToSegment(p: ScreenPoint, a: ScreenPoint, b: ScreenPoint): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0;
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}
