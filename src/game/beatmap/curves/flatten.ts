import type { OsuPoint } from '../../units.ts';
import type { CurveSegment } from '../beatmap.ts';
import type { WorkBudget } from '../work-budget.ts';
import { arcLength, arcThrough, lazerArcVertices, pointOnArc, stableArcThrough, stablePointOnArc } from './arc.ts';
import { bezierPieces } from './b-spline.ts';
import { flattenBezier } from './bezier.ts';
import { flattenCatmull, piecesPerPair } from './catmull.ts';
import { flattenFormat9Bezier } from './format-9-bezier.ts';

/** A curve as straight pieces, before it is fitted to the slider's length. */
export interface Polyline {
  readonly xs: number[];
  readonly ys: number[];
  /** Length that lazer leaves out where it thins a Catmull curve; it still counts (rule SP4). */
  omittedLength: number;
  /** Vertices that the vertex before them is not joined with: the ball jumps there in no time (rule SP9). */
  readonly jumps: Set<number>;
}

interface Options {
  readonly rules: 'stable' | 'lazer';
  /** Of the map: stable drew Béziers in three ways. */
  readonly formatVersion: number;
  /** Nothing beyond this distance is needed. */
  readonly neededLength: number;
  readonly budget: WorkBudget;
}

/** Straight pieces of a slider's curve, its vertices rounded to 32-bit floats as both games keep them. */
export function flatten(curve: readonly CurveSegment[], options: Options): Polyline {
  const line: Polyline = { xs: [], ys: [], omittedLength: 0, jumps: new Set() };
  for (const segment of curve) {
    const start = line.xs.length;
    const emit = (x: number, y: number) => {
      const vertexX = Math.fround(x);
      const vertexY = Math.fround(y);
      // Where one segment takes over from another their common point appears once.
      if (line.xs.length === start && vertexX === line.xs[start - 1] && vertexY === line.ys[start - 1]) return;
      options.budget.spendVertices(1);
      line.xs.push(vertexX);
      line.ys.push(vertexY);
    };
    flattenSegment(segment, line, emit, options);
  }
  return line;
}

function flattenSegment(
  segment: CurveSegment,
  line: Polyline,
  emit: (x: number, y: number) => void,
  options: Options,
): void {
  const { points } = segment;
  switch (segment.type) {
    case 'linear':
      for (const point of points) emit(point.x, point.y);
      return;
    case 'catmull':
      if (options.rules === 'stable') flattenCatmull(points, emit);
      else flattenCatmull(points, thinOut(line, points.length, emit));
      return;
    case 'perfect':
      if (points.length === 3) flattenArc(points as readonly [OsuPoint, OsuPoint, OsuPoint], line, emit, options);
      else flattenBezierSegment(points, line, emit, options);
      return;
    case 'bezier':
      if (segment.degree === null) flattenBezierSegment(points, line, emit, options);
      else flattenBSplineSegment(points, segment.degree, emit, options.budget);
  }
}

function flattenBezierSegment(
  points: readonly OsuPoint[],
  line: Polyline,
  emit: (x: number, y: number) => void,
  { rules, formatVersion, budget }: Options,
): void {
  if (rules === 'stable' && formatVersion <= 6) {
    for (const piece of splitAfterAnchors(points)) flattenBezier(piece, emit, budget);
    return;
  }
  for (const piece of splitAtAnchors(points)) {
    if (rules === 'stable' && formatVersion === 9 && piece.length > 2) {
      // These pieces stop short of their end, and nothing joins it with the start of the next.
      const start = line.xs.length;
      flattenFormat9Bezier(piece, emit, budget);
      if (start > 0) line.jumps.add(start);
    } else {
      const start = line.xs.length;
      flattenBezier(piece, emit, budget);
      if (start > 0 && (line.xs[start - 1] !== line.xs[start] || line.ys[start - 1] !== line.ys[start])) {
        line.jumps.add(start);
      }
    }
  }
}

function flattenBSplineSegment(
  points: readonly OsuPoint[],
  degree: number,
  emit: (x: number, y: number) => void,
  budget: WorkBudget,
): void {
  for (const piece of splitAtAnchors(points)) {
    for (const bezier of bezierPieces(piece, degree, budget)) flattenBezier(bezier, emit, budget);
  }
}

/** A repeated point (a red anchor) ends one curve and starts the next; a repeat of the very last point does not (rule SP1). */
function splitAtAnchors(points: readonly OsuPoint[]): readonly (readonly OsuPoint[])[] {
  const pieces: (readonly OsuPoint[])[] = [];
  let start = 0;
  for (let i = 0; i < points.length - 2; i++) {
    if (points[i]!.x !== points[i + 1]!.x || points[i]!.y !== points[i + 1]!.y) continue;
    pieces.push(points.slice(start, i + 1));
    start = i + 1;
  }
  pieces.push(points.slice(start));
  return pieces;
}

/** Before format 7 a piece took both of the repeated points (rule SP10). */
function splitAfterAnchors(points: readonly OsuPoint[]): readonly (readonly OsuPoint[])[] {
  const pieces: (readonly OsuPoint[])[] = [];
  let start = 0;
  for (let i = 1; i < points.length; i++) {
    const repeats = points[i]!.x === points[i - 1]!.x && points[i]!.y === points[i - 1]!.y;
    if (!repeats && i < points.length - 1) continue;
    pieces.push(points.slice(start, i + 1));
    start = i;
  }
  return pieces.length === 0 ? [points] : pieces;
}

function flattenArc(
  points: readonly [OsuPoint, OsuPoint, OsuPoint],
  line: Polyline,
  emit: (x: number, y: number) => void,
  options: Options,
): void {
  const { rules, neededLength: enough } = options;
  const arc = rules === 'stable' ? stableArcThrough(...points) : arcThrough(...points);
  const end = points[2];
  if (arc === null) {
    for (const point of points) emit(point.x, point.y);
    return;
  }
  const pieces = rules === 'stable' ? Math.trunc(arcLength(arc) * 0.125) : lazerArcVertices(arc) - 1;
  if (rules === 'lazer' && pieces >= 999) {
    flattenBezierSegment(points, line, emit, options);
    return;
  }
  // Three nearly straight points may lie on a circle of any size: of a giant, only the part that is used is walked.
  const needed = pieces < 10_000 ? pieces : Math.ceil((enough / arcLength(arc)) * pieces) + 2;
  emit(points[0].x, points[0].y);
  for (let i = 1; i < Math.min(pieces, needed); i++) {
    const { x, y } = rules === 'stable' ? stablePointOnArc(arc, i / pieces) : pointOnArc(arc, i / pieces);
    emit(x, y);
  }
  if (pieces <= needed) emit(end.x, end.y);
}

/** Lazer keeps a Catmull vertex when it is more than 6 pixels from the last one kept, and the end of each knot. */
function thinOut(line: Polyline, knots: number, emit: (x: number, y: number) => void) {
  let index = 0;
  let from: OsuPoint | null = null;
  let last: OsuPoint = { x: 0, y: 0 };
  let walked = 0;
  return (x: number, y: number) => {
    const here = { x, y };
    if (from === null) {
      emit(x, y);
      from = here;
    } else {
      walked += Math.hypot(x - last.x, y - last.y);
      const direct = Math.hypot(x - from.x, y - from.y);
      if (direct > 6 || index % piecesPerPair === 0 || index === (knots - 1) * piecesPerPair) {
        emit(x, y);
        line.omittedLength += walked - direct;
        from = here;
        walked = 0;
      }
    }
    last = here;
    index++;
  };
}
