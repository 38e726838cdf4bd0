import type { OsuPoint } from '../../units.ts';
import type { CurveSegment, Slider } from '../beatmap.ts';
import { mirrorPoint, type PathOptions, type SliderPath, sliderPath, vertexAt } from '../curves/slider-path.ts';
import { add, angleOf, multiply, rotate, subtract } from './float-vector.ts';

const { fround: f32 } = Math;
/** Two vertices closer than this, in osu! pixels along the path, have no direction between them. */
const minPieceLength = 1e-7;
/** The centre of mass is the average of points this far apart. */
const sampleStep = 50;

/** The shape of a slider, relative to its head. Its path is flattened again whenever its control points move. */
export interface MovableSlider {
  readonly curve: readonly CurveSegment[];
  readonly path: SliderPath;
  readonly flatten: (curve: readonly CurveSegment[]) => SliderPath;
}

/** The shape of a slider as it is in the map, mirrored. */
export function movableSlider(source: Slider, path: SliderPath, options: PathOptions): MovableSlider {
  const head = mirrorPoint(source.at, options.mirror);
  const origin = { x: 0, y: 0 };
  const unmirrored = { ...options, mirror: { horizontally: false, vertically: false } };
  return {
    curve: mapPoints(source.curve, (point) => subtract(mirrorPoint(point, options.mirror), head)),
    path,
    flatten: (curve) => sliderPath({ at: origin, curve, length: source.length }, unmirrored),
  };
}

/** Mirrors a slider about the vertical line through its head. */
export function flipHorizontally(slider: MovableSlider): MovableSlider {
  return reshape(slider, ({ x, y }) => ({ x: -x, y }));
}

/** Rotates a slider around its head. */
export function rotateSlider(slider: MovableSlider, rotation: number): MovableSlider {
  return reshape(slider, (point) => rotate(point, rotation));
}

function reshape(slider: MovableSlider, move: (point: OsuPoint) => OsuPoint): MovableSlider {
  const curve = mapPoints(slider.curve, move);
  return { ...slider, curve, path: slider.flatten(curve) };
}

function mapPoints(curve: readonly CurveSegment[], move: (point: OsuPoint) => OsuPoint): CurveSegment[] {
  return curve.map((segment) => ({ ...segment, points: segment.points.map(move) }));
}

/** The end of a slider's path. Lazer interpolates it, too, which may round it away from the last vertex. */
export function pathEnd({ path }: Pick<MovableSlider, 'path'>): OsuPoint {
  let vertex = path.distances.length - 1;
  while (vertex > 0 && path.distances[vertex - 1]! >= path.length) vertex--;
  return pointBefore(path, Math.max(vertex, 0), path.length);
}

/** The angle from a slider's head to the end of its path. */
export function rotationOf(slider: Pick<MovableSlider, 'path'>): number {
  return angleOf(pathEnd(slider));
}

/** The average of points on the path of a slider; half way to its end if it is short. */
export function centreOfMass(slider: Pick<MovableSlider, 'path'>, spendSteps: (count: number) => void): OsuPoint {
  const { path } = slider;
  if (!(path.length > sampleStep)) return multiply(pathEnd(slider), 0.5);
  spendSteps(Math.ceil(path.length / sampleStep));
  let sum: OsuPoint = { x: 0, y: 0 };
  let count = 0;
  let vertex = 0;
  for (let distance = 0; distance < path.length; distance += sampleStep) {
    const target = (distance / path.length) * path.length;
    while (vertex < path.distances.length - 1 && path.distances[vertex]! < target) vertex++;
    sum = add(sum, pointBefore(path, vertex, target));
    count++;
  }
  return { x: f32(sum.x / count), y: f32(sum.y / count) };
}

/** The point at a distance on the piece that ends at a vertex. */
function pointBefore(path: SliderPath, vertex: number, distance: number): OsuPoint {
  const end = vertexAt(path, vertex);
  if (vertex === 0) return { x: f32(end.x), y: f32(end.y) };
  const start = vertexAt(path, vertex - 1);
  const before = path.distances[vertex - 1]!;
  const length = path.distances[vertex]! - before;
  if (length <= minPieceLength) return start;
  return add(start, multiply(subtract(end, start), f32((distance - before) / length)));
}

/** The movements of a slider's head that keep the whole slider, with its width, on the playfield. */
export interface MovementBounds {
  readonly left: number;
  readonly top: number;
  /** Negative if the slider is wider than the playfield. */
  readonly width: number;
  readonly height: number;
}

/** Computes where a slider's head may be. */
export function movementBounds({ path }: Pick<MovableSlider, 'path'>, radius: number): MovementBounds {
  const horizontal = axisBounds(path.xs, radius, 512);
  const vertical = axisBounds(path.ys, radius, 384);
  return { left: horizontal.from, width: horizontal.length, top: vertical.from, height: vertical.length };
}

function axisBounds(values: Float64Array, radius: number, size: number): { from: number; length: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    min = Math.min(min, f32(value));
    max = Math.max(max, f32(value));
  }
  const from = -f32(min - radius);
  return { from, length: f32(f32(size - f32(max + radius)) - from) };
}
