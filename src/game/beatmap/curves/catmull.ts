import type { OsuPoint } from '../../units.ts';

/** Straight pieces between two neighbouring points. */
export const piecesPerPair = 50;

/** A uniform Catmull-Rom curve through the points (rule SP4): 50 pieces between two neighbours. */
export function flattenCatmull(points: readonly OsuPoint[], emit: (x: number, y: number) => void): void {
  const [first] = points;
  if (first === undefined) return;
  emit(first.x, first.y);
  for (let i = 0; i < points.length - 1; i++) {
    const b = points[i]!;
    const c = points[i + 1]!;
    const a = points[i - 1] ?? b;
    const d = points[i + 2] ?? { x: 2 * c.x - b.x, y: 2 * c.y - b.y };
    for (let step = 1; step <= piecesPerPair; step++) {
      const t = step / piecesPerPair;
      emit(catmull(a.x, b.x, c.x, d.x, t), catmull(a.y, b.y, c.y, d.y, t));
    }
  }
}

function catmull(a: number, b: number, c: number, d: number, t: number): number {
  return (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t) / 2;
}
