import type { OsuPoint } from '../../units.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { EmitVertex } from './polyline.ts';

/** Control points of one curve as alternating x and y, in 32-bit floats as in the game. */
type Control = Float32Array;

/** Flattens one Bézier by halving it until it is nearly straight, as the game does (rule SP2). */
export function flattenBezier(points: readonly OsuPoint[], emit: EmitVertex, budget: WorkBudget): void {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return;
  if (points.length > 2) flattenByHalving(points, emit, budget);
  else emit(first.x, first.y);
  emit(last.x, last.y);
}

function flattenByHalving(points: readonly OsuPoint[], emit: EmitVertex, budget: WorkBudget): void {
  const count = points.length;
  const pool: Control[] = [];
  const acquire = () => pool.pop() ?? new Float32Array(2 * count);
  const whole = acquire();
  for (const [i, point] of points.entries()) {
    whole[2 * i] = point.x;
    whole[2 * i + 1] = point.y;
  }
  const pending = [whole];
  for (let curve = pending.pop(); curve !== undefined; curve = pending.pop()) {
    budget.spendCurveSteps(count * count);
    const left = acquire();
    const right = acquire();
    const flat = isFlat(curve);
    halve(curve, left, right);
    pool.push(curve);
    if (flat) {
      emitFlat(left, right, emit);
      pool.push(left, right);
    } else {
      pending.push(right, left);
    }
  }
}

/** Whether every squared second difference of the control points is at most a quarter of a pixel. */
function isFlat(curve: Control): boolean {
  for (let i = 2; i < curve.length - 2; i += 2) {
    const x = curve[i - 2]! - 2 * curve[i]! + curve[i + 2]!;
    const y = curve[i - 1]! - 2 * curve[i + 1]! + curve[i + 3]!;
    if (x * x + y * y > 0.25) return false;
  }
  return true;
}

/** De Casteljau's algorithm at t = 0.5. It overwrites `curve` with intermediate points. */
function halve(curve: Control, left: Control, right: Control): void {
  const end = curve.length - 2;
  for (let level = 0; level <= end; level += 2) {
    left[level] = curve[0]!;
    left[level + 1] = curve[1]!;
    right[end - level] = curve[end - level]!;
    right[end - level + 1] = curve[end - level + 1]!;
    for (let i = 0; i < end - level; i++) curve[i] = (curve[i]! + curve[i + 2]!) / 2;
  }
}

/** Emits one vertex per control point: the weighted mean of the halves' control points around it. */
function emitFlat(left: Control, right: Control, emit: EmitVertex): void {
  emit(left[0]!, left[1]!);
  const count = left.length / 2;
  const at = (index: number, axis: number) =>
    index < count ? left[2 * index + axis]! : right[2 * (index - count + 1) + axis]!;
  for (let i = 1; i < count - 1; i++) {
    const mean = (axis: number) => (at(2 * i - 1, axis) + 2 * at(2 * i, axis) + at(2 * i + 1, axis)) / 4;
    emit(mean(0), mean(1));
  }
}
