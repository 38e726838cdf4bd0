import type { ScreenPoint } from '../scene/index.ts';

/** A path as bodies are measured along it: straight segments, none longer than asked for. */
export interface BodyPath {
  readonly points: readonly ScreenPoint[];
  /** How far it is along the path to each point. */
  readonly walked: readonly number[];
}

/** Two points at least, nowhere further from the path given than `tolerance`. */
export function createBodyPath(
  path: readonly ScreenPoint[],
  { tolerance, longest }: { readonly tolerance: number; readonly longest: number },
): BodyPath {
  const corners = simplify(path, tolerance);
  const points = [corners[0]!];
  const walked = [0];
  for (const to of corners.length > 1 ? corners.slice(1) : corners) {
    const from = points.at(-1)!;
    const start = walked.at(-1)!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const parts = Math.max(1, Math.ceil(length / longest));
    for (let part = 1; part < parts; part++) {
      points.push(between(from, to, part / parts));
      walked.push(start + (length * part) / parts);
    }
    points.push(to);
    walked.push(start + length);
  }
  return { points, walked };
}

/**
 * Where a fraction of a path's length lies: the number of a segment and, behind the point, the part of it that is passed.
 * Places within the path lie on a grid of `step` pixels.
 */
export function placeAt({ walked }: BodyPath, fraction: number, step: number): number {
  const total = walked.at(-1)!;
  if (!(fraction > 0)) return 0;
  if (fraction >= 1) return walked.length - 1;
  const distance = Math.min(total, Math.round((fraction * total) / step) * step);
  let [segment, after] = [0, walked.length - 1];
  while (after - segment > 1) {
    const middle = (segment + after) >> 1;
    if (walked[middle]! <= distance) segment = middle;
    else after = middle;
  }
  const length = walked[after]! - walked[segment]!;
  return length > 0 ? segment + (distance - walked[segment]!) / length : segment;
}

/** The points that a stretch between two places begins with, passes and ends with. */
export function stretch({ points }: BodyPath, from: number, to: number): readonly ScreenPoint[] {
  return [pointAt(points, from), ...points.slice(Math.ceil(from), Math.floor(to) + 1), pointAt(points, to)];
}

function pointAt(points: readonly ScreenPoint[], place: number): ScreenPoint {
  const segment = Math.min(Math.floor(place), points.length - 2);
  return between(points[segment]!, points[segment + 1]!, place - segment);
}

/** The same path with fewer points, nowhere further from the original than `tolerance` (Ramer, Douglas and Peucker). */
function simplify(path: readonly ScreenPoint[], tolerance: number): readonly ScreenPoint[] {
  if (path.length <= 2) return path;
  const kept = new Uint8Array(path.length);
  kept[0] = kept[path.length - 1] = 1;
  const stretches: [number, number][] = [[0, path.length - 1]];
  for (let next = stretches.pop(); next; next = stretches.pop()) {
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
    stretches.push([first, at], [at, last]);
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
