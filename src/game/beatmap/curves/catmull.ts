import type { OsuPoint } from '../../units.ts';
import type { EmitVertex } from './polyline.ts';

/** Straight pieces between two neighbouring points. */
export const piecesPerPair = 50;

/** Flattens a uniform Catmull-Rom curve through the points (rule SP4). */
export function flattenCatmull(points: readonly OsuPoint[], emit: EmitVertex): void {
  const [first] = points;
  if (first === undefined) return;
  emit(first.x, first.y);
  for (const [i, c] of points.entries()) {
    const b = points[i - 1];
    if (b === undefined) continue;
    const a = points[i - 2] ?? b;
    const d = points[i + 1] ?? { x: 2 * c.x - b.x, y: 2 * c.y - b.y };
    const xAt = catmullRom([a.x, b.x, c.x, d.x]);
    const yAt = catmullRom([a.y, b.y, c.y, d.y]);
    for (let piece = 1; piece <= piecesPerPair; piece++) {
      const t = piece / piecesPerPair;
      emit(xAt(t), yAt(t));
    }
  }
}

/** The curve from `b` (t = 0) to `c` (t = 1) in one coordinate. */
function catmullRom([a, b, c, d]: readonly [number, number, number, number]): (t: number) => number {
  const linear = c - a;
  const quadratic = 2 * a - 5 * b + 4 * c - d;
  const cubic = 3 * b - a - 3 * c + d;
  return (t) => (2 * b + linear * t + quadratic * t * t + cubic * t * t * t) / 2;
}
