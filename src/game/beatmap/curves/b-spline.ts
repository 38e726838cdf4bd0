import type { OsuPoint } from '../../units.ts';
import type { WorkBudget } from '../work-budget.ts';

/**
 * Converts a B-spline with uniform knots, clamped at both ends, into Bézier pieces, as lazer's editor draws it (rule SP6).
 * Each control point of a piece is the spline's blossom at the knots around it.
 */
export function bezierPieces(points: readonly OsuPoint[], degree: number, budget: WorkBudget): readonly OsuPoint[][] {
  const p = Math.min(degree, points.length - 1);
  if (p < 1 || p === points.length - 1) return [[...points]];
  const spans = points.length - p;
  const knot = (i: number) => Math.min(Math.max(i - p, 0), spans);
  return Array.from({ length: spans }, (_, span) => {
    budget.spendCurveSteps(4 * p * p * p);
    return Array.from({ length: p + 1 }, (_, j) => {
      // The arguments of the blossom are p − j times `span` and j times `span + 1`.
      const control = points.slice(span, span + p + 1).map(({ x, y }) => ({ x, y }));
      for (let level = 1; level <= p; level++) {
        const t = level <= p - j ? span : span + 1;
        for (let i = p; i >= level; i--) {
          const low = knot(span + i);
          const high = knot(span + i + p - level + 1);
          const weight = (t - low) / (high - low);
          const before = control[i - 1]!;
          const here = control[i]!;
          here.x = before.x + (here.x - before.x) * weight;
          here.y = before.y + (here.y - before.y) * weight;
        }
      }
      return control[p]!;
    });
  });
}
