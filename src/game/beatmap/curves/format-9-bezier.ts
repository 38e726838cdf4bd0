import type { OsuPoint } from '../../units.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { EmitVertex } from './polyline.ts';

const stepsPerPoint = 50;

/**
 * Flattens a Bézier as stable does for maps of format 9: at evenly spaced parameters, 50 per control point, without the
 * end itself (rule SP9). The parameter is a 32-bit float; each point of De Casteljau's algorithm is rounded once.
 */
export function flattenFormat9Bezier(points: readonly OsuPoint[], emit: EmitVertex, budget: WorkBudget): void {
  const count = points.length;
  const steps = stepsPerPoint * count;
  const xs = new Float32Array(count);
  const ys = new Float32Array(count);
  for (let step = 0; step < steps; step++) {
    budget.spendCurveSteps(count * count);
    const t = Math.fround(step / steps);
    for (const [i, point] of points.entries()) {
      xs[i] = point.x;
      ys[i] = point.y;
    }
    for (let level = count - 1; level > 0; level--) {
      for (let i = 0; i < level; i++) {
        xs[i]! += (xs[i + 1]! - xs[i]!) * t;
        ys[i]! += (ys[i + 1]! - ys[i]!) * t;
      }
    }
    emit(xs[0]!, ys[0]!);
  }
}
