import type { OsuPoint } from '../../units.ts';
import type { CurveSegment } from '../beatmap.ts';
import type { WorkBudget } from '../work-budget.ts';
import { arcLength, arcThrough, lazerArcVertices, pointOnArc, stableArcThrough, stablePointOnArc } from './arc.ts';
import { bezierPieces } from './b-spline.ts';
import { flattenBezier } from './bezier.ts';
import { flattenCatmull, piecesPerPair } from './catmull.ts';
import { flattenFormat9Bezier } from './format-9-bezier.ts';
import type { EmitVertex, Polyline } from './polyline.ts';

interface Options {
  readonly rules: 'stable' | 'lazer';
  /** Of the map: stable has drawn Béziers in three different ways. */
  readonly formatVersion: number;
  /** The caller needs no vertices beyond this distance. */
  readonly neededLength: number;
  readonly budget: WorkBudget;
}

/** What flattening a segment reads and writes. */
interface Context extends Options {
  readonly line: Polyline;
  readonly emit: EmitVertex;
}

/** Flattens a slider's curve into straight pieces, with vertices rounded to 32-bit floats as both games store them. */
export function flatten(curve: readonly CurveSegment[], options: Options): Polyline {
  const line: Polyline = { xs: [], ys: [], omittedLength: 0, jumps: new Set() };
  const { rules, formatVersion, neededLength, budget } = options;
  for (const segment of curve) {
    const start = line.xs.length;
    const emit = (x: number, y: number) => {
      const vertexX = Math.fround(x);
      const vertexY = Math.fround(y);
      // Two segments share the point at which they meet; it becomes one vertex.
      if (line.xs.length === start && vertexX === line.xs[start - 1] && vertexY === line.ys[start - 1]) return;
      budget.spendVertices(1);
      line.xs.push(vertexX);
      line.ys.push(vertexY);
    };
    flattenSegment(segment, { rules, formatVersion, neededLength, budget, line, emit });
  }
  return line;
}

function flattenSegment({ type, degree, points }: CurveSegment, context: Context): void {
  const { rules, line, emit } = context;
  switch (type) {
    case 'linear':
      for (const point of points) emit(point.x, point.y);
      return;
    case 'catmull':
      flattenCatmull(points, rules === 'stable' ? emit : thinOut(line, points.length, emit));
      return;
    case 'perfect': {
      const [a, b, c] = points;
      const isArc = points.length === 3 && a !== undefined && b !== undefined && c !== undefined;
      if (isArc) flattenArc([a, b, c], context);
      else flattenBezierSegment(points, context);
      return;
    }
    case 'bezier':
      if (degree === null) flattenBezierSegment(points, context);
      else flattenBSplineSegment(points, degree, context);
  }
}

function flattenBezierSegment(points: readonly OsuPoint[], context: Context): void {
  const { rules, formatVersion, budget, line, emit } = context;
  if (rules === 'stable' && formatVersion <= 6) {
    for (const piece of splitAfterAnchors(points)) flattenBezier(piece, emit, budget);
    return;
  }
  for (const piece of splitAtAnchors(points)) {
    const start = line.xs.length;
    if (rules === 'stable' && formatVersion === 9 && piece.length > 2) {
      // In format 9, pieces stop short of their end, which is not connected to the start of the next piece.
      flattenFormat9Bezier(piece, emit, budget);
      if (start > 0) line.jumps.add(start);
    } else {
      flattenBezier(piece, emit, budget);
      if (start > 0 && (line.xs[start - 1] !== line.xs[start] || line.ys[start - 1] !== line.ys[start])) {
        line.jumps.add(start);
      }
    }
  }
}

function flattenBSplineSegment(points: readonly OsuPoint[], degree: number, { budget, emit }: Context): void {
  for (const piece of splitAtAnchors(points)) {
    for (const bezier of bezierPieces(piece, degree, budget)) flattenBezier(bezier, emit, budget);
  }
}

/** A repeated point (a red anchor) ends one curve and starts the next; repeating the very last point does not (rule SP1). */
function splitAtAnchors(points: readonly OsuPoint[]): readonly (readonly OsuPoint[])[] {
  const pieces: (readonly OsuPoint[])[] = [];
  let start = 0;
  for (let i = 0; i < points.length - 2; i++) {
    if (!isAnchor(points, i + 1)) continue;
    pieces.push(points.slice(start, i + 1));
    start = i + 1;
  }
  pieces.push(points.slice(start));
  return pieces;
}

/** Before format 7, a piece ended with both of the repeated points (rule SP10). */
function splitAfterAnchors(points: readonly OsuPoint[]): readonly (readonly OsuPoint[])[] {
  const pieces: (readonly OsuPoint[])[] = [];
  let start = 0;
  for (let i = 1; i < points.length; i++) {
    if (!isAnchor(points, i) && i < points.length - 1) continue;
    pieces.push(points.slice(start, i + 1));
    start = i;
  }
  return pieces.length === 0 ? [points] : pieces;
}

/** Whether a point repeats the one before it. */
function isAnchor(points: readonly OsuPoint[], index: number): boolean {
  const point = points[index];
  const before = points[index - 1];
  return point !== undefined && before !== undefined && point.x === before.x && point.y === before.y;
}

function flattenArc(points: readonly [OsuPoint, OsuPoint, OsuPoint], context: Context): void {
  const { rules, neededLength, emit } = context;
  const arc = rules === 'stable' ? stableArcThrough(...points) : arcThrough(...points);
  const [start, , end] = points;
  if (arc === null) {
    for (const point of points) emit(point.x, point.y);
    return;
  }
  const pieces = rules === 'stable' ? Math.trunc(arcLength(arc) * 0.125) : lazerArcVertices(arc) - 1;
  if (rules === 'lazer' && pieces >= 999) {
    flattenBezierSegment(points, context);
    return;
  }
  // Three nearly collinear points may lie on a huge circle: emit only the part that the slider's length needs.
  const needed = pieces < 10_000 ? pieces : Math.ceil((neededLength / arcLength(arc)) * pieces) + 2;
  emit(start.x, start.y);
  for (let i = 1; i < Math.min(pieces, needed); i++) {
    const { x, y } = rules === 'stable' ? stablePointOnArc(arc, i / pieces) : pointOnArc(arc, i / pieces);
    emit(x, y);
  }
  if (pieces <= needed) emit(end.x, end.y);
}

/** Lazer keeps a Catmull vertex that is more than 6 pixels from the last one it kept, and the vertex at each knot. */
function thinOut(line: Polyline, knots: number, emit: EmitVertex): EmitVertex {
  let index = 0;
  let kept: OsuPoint | null = null;
  let last: OsuPoint = { x: 0, y: 0 };
  let travelled = 0;
  return (x, y) => {
    const here = { x, y };
    if (kept === null) {
      emit(x, y);
      kept = here;
    } else {
      travelled += Math.hypot(x - last.x, y - last.y);
      const direct = Math.hypot(x - kept.x, y - kept.y);
      if (direct > 6 || index % piecesPerPair === 0 || index === (knots - 1) * piecesPerPair) {
        emit(x, y);
        line.omittedLength += travelled - direct;
        kept = here;
        travelled = 0;
      }
    }
    last = here;
    index++;
  };
}
