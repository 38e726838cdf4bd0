import type { OsuPoint } from '../../units.ts';
import type { WorkBudget } from '../work-budget.ts';

type Emit = (x: number, y: number) => void;

/** Control points of one curve, x and y in turn, in the 32 bits the game has for them. */
type Control = Float32Array;

/** Flattens one Bézier by halving it until it is nearly straight, as the game does (rule SP2). */
export function flattenBezier(points: readonly OsuPoint[], emit: Emit, budget: WorkBudget): void {
  const count = points.length;
  const last = points[count - 1];
  if (last === undefined) return;
  if (count > 2) {
    const spare: Control[] = [];
    const take = () => spare.pop() ?? new Float32Array(2 * count);
    const first = take();
    points.forEach((point, i) => {
      first[2 * i] = point.x;
      first[2 * i + 1] = point.y;
    });
    const waiting = [first];
    for (let curve = waiting.pop(); curve !== undefined; curve = waiting.pop()) {
      budget.spendCurveSteps(count * count);
      const left = take();
      const right = take();
      const flat = isFlat(curve);
      halve(curve, left, right);
      spare.push(curve);
      if (flat) {
        emitFlat(left, right, emit);
        spare.push(left, right);
      } else {
        waiting.push(right, left);
      }
    }
  } else {
    emit(points[0]!.x, points[0]!.y);
  }
  emit(last.x, last.y);
}

/** No control point bends the curve by more than a quarter of a pixel. */
function isFlat(curve: Control): boolean {
  for (let i = 2; i < curve.length - 2; i += 2) {
    const x = curve[i - 2]! - 2 * curve[i]! + curve[i + 2]!;
    const y = curve[i - 1]! - 2 * curve[i + 1]! + curve[i + 3]!;
    if (x * x + y * y > 0.25) return false;
  }
  return true;
}

/** De Casteljau at one half. `curve` is used up: on return it holds intermediate points only. */
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

/** A flat piece becomes one vertex a control point, each the weighted middle of the halves' control points around it. */
function emitFlat(left: Control, right: Control, emit: Emit): void {
  emit(left[0]!, left[1]!);
  const count = left.length / 2;
  const at = (index: number, axis: number) =>
    index < count ? left[2 * index + axis]! : right[2 * (index - count + 1) + axis]!;
  for (let i = 1; i < count - 1; i++) {
    const weigh = (axis: number) => (at(2 * i - 1, axis) + 2 * at(2 * i, axis) + at(2 * i + 1, axis)) / 4;
    emit(weigh(0), weigh(1));
  }
}
