import type { OsuPoint } from '../../units.ts';
import type { Slider } from '../beatmap.ts';
import type { WorkBudget } from '../work-budget.ts';
import { flatten } from './flatten.ts';
import type { Polyline } from './polyline.ts';

/** A flattened slider path, relative to the slider's head, cut or extended to its length. */
export interface SliderPath {
  /** Positions of the vertices. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Distance along the path to each vertex; the last is the path's length. */
  readonly distances: Float64Array;
  readonly length: number;
}

/** The rules, map format and mods that a path depends on. */
export interface PathOptions {
  readonly rules: 'stable' | 'lazer';
  readonly formatVersion: number;
  readonly mirror: { readonly horizontally: boolean; readonly vertically: boolean };
  readonly budget: WorkBudget;
}

/** Computes the path of a slider: flattens its curve and fits it to the length in the file. */
export function sliderPath(slider: Pick<Slider, 'at' | 'curve' | 'length'>, options: PathOptions): SliderPath {
  const { rules, formatVersion, mirror, budget } = options;
  const head = mirrorPoint(slider.at, mirror);
  // Lazer stores paths relative to the head, stable as playfield positions, so their vertices round differently.
  const origin = rules === 'lazer' ? head : { x: 0, y: 0 };
  const curve = slider.curve.map((segment) => ({
    ...segment,
    points: segment.points.map((point) => {
      const { x, y } = mirrorPoint(point, mirror);
      return { x: x - origin.x, y: y - origin.y };
    }),
  }));
  const line = flatten(curve, {
    rules,
    formatVersion,
    neededLength: slider.length ?? Number.POSITIVE_INFINITY,
    budget,
  });
  const distances = fitToLength(line, slider.length, rules);
  const count = distances.length;
  const xs = new Float64Array(count);
  const ys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    xs[i] = line.xs[i]! + origin.x - head.x;
    ys[i] = line.ys[i]! + origin.y - head.y;
  }
  return { xs, ys, distances, length: distances[count - 1] ?? 0 };
}

/** Mirrors a point about the centre of the playfield. */
export function mirrorPoint({ x, y }: OsuPoint, mirror: PathOptions['mirror']): OsuPoint {
  return { x: mirror.horizontally ? 512 - x : x, y: mirror.vertically ? 384 - y : y };
}

/** The point at a distance along the path, relative to the head; clamped to the path's ends. */
export function pointAt(path: SliderPath, distance: number): OsuPoint {
  const { distances } = path;
  let low = 0;
  let high = distances.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (distances[middle]! < distance) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return vertexAt(path, 0);
  const before = distances[low - 1]!;
  return interpolate(vertexAt(path, low - 1), vertexAt(path, low), (distance - before) / (distances[low]! - before));
}

/** A vertex of the path; the head for a path without vertices. */
export function vertexAt({ xs, ys }: SliderPath, index: number): OsuPoint {
  return { x: xs[index] ?? 0, y: ys[index] ?? 0 };
}

/** Linear interpolation from `a` (0) to `b` (1), clamped to the two points. */
export function interpolate(a: OsuPoint, b: OsuPoint, progress: number): OsuPoint {
  if (!(progress < 1)) return b;
  if (progress <= 0) return a;
  return { x: a.x + (b.x - a.x) * progress, y: a.y + (b.y - a.y) * progress };
}

/**
 * Cuts a polyline, or extends its last piece, to the target length and returns the distances of its vertices (rule SP5).
 * A last piece of length 0 has no direction and cannot be extended.
 */
function fitToLength(line: Polyline, target: number | null, rules: PathOptions['rules']): Float64Array {
  const { xs, ys } = line;
  const distances = new Float64Array(xs.length);
  distances[0] = 0;
  let total = line.omittedLength;
  for (let i = 1; i < xs.length; i++) {
    if (line.jumps.size === 0 || !line.jumps.has(i)) total += pieceLength(line, i);
    distances[i] = total;
  }
  if (target === null || xs.length < 2) return distances;

  let last = xs.length - 1;
  const pieceBefore = (i: number) => distances[i]! - (i === 1 ? line.omittedLength : distances[i - 1]!);
  let excess = total - target;
  while (last > 0 && pieceBefore(last) <= excess + 0.0001) {
    excess -= pieceBefore(last);
    last--;
  }
  const piece = last > 0 ? pieceBefore(last) : 0;
  if (piece > 0 && rules === 'stable') {
    moveLastVertex(line, last, Math.fround(Math.fround(piece) - Math.fround(excess)));
    // Stable uses the distance between the rounded vertices from here on, not the target length.
    distances[last] = distances[last - 1]! + pieceLength(line, last);
  } else if (piece > 0) {
    const stretch = (piece - excess) / piece;
    xs[last] = Math.fround(xs[last - 1]! + (xs[last]! - xs[last - 1]!) * stretch);
    ys[last] = Math.fround(ys[last - 1]! + (ys[last]! - ys[last - 1]!) * stretch);
    distances[last] = distances[last]! - excess;
  }
  return distances.subarray(0, last + 1);
}

/** Length of the piece that ends at a vertex, as a 32-bit float. */
function pieceLength({ xs, ys }: Polyline, i: number): number {
  const x = Math.fround(xs[i]! - xs[i - 1]!);
  const y = Math.fround(ys[i]! - ys[i - 1]!);
  return Math.fround(Math.sqrt(x * x + y * y));
}

/** Moves the last vertex along its piece, rounding each step as stable's x87 code stores it (rule SP12). */
function moveLastVertex(line: Polyline, last: number, length: number): void {
  const oldLength = pieceLength(line, last);
  for (const axis of [line.xs, line.ys]) {
    const direction = Math.fround(Math.fround(axis[last]! - axis[last - 1]!) / oldLength);
    axis[last] = Math.fround(axis[last - 1]! + Math.fround(direction * length));
  }
}
