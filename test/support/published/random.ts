import type { CurveSegment } from '../../../src/game/beatmap/index.ts';

// A second implementation of lazer's Random mod, written step by step from the published rules and independent of
// src/game/beatmap/placement. All numbers that lazer keeps as 32-bit floats live in Float32Arrays here. Only the flattening
// of slider curves is shared, passed in as `flatten`.

export interface PublishedObject {
  readonly type: 'circle' | 'slider' | 'spinner';
  readonly start: number;
  readonly x: number;
  readonly y: number;
  readonly newCombo: boolean;
  readonly indexInCombo: number;
  readonly spans: number;
  /** Control points relative to the head; empty for other objects. */
  readonly curve: readonly CurveSegment[];
}

export interface PublishedPath {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly distances: ArrayLike<number>;
}

export interface PublishedMap {
  readonly objects: readonly PublishedObject[];
  readonly radius: number;
  readonly seed: number;
  readonly sharpness: number;
  /** The beat at a time: its start, its length and the beats of a measure. */
  beatAt(time: number): { readonly time: number; readonly length: number; readonly meter: number };
  flatten(index: number, curve: readonly CurveSegment[]): PublishedPath;
}

/** .NET's seeded generator with BigInt arithmetic instead of wrapping integers. */
export class PublishedGenerator {
  private readonly table: bigint[] = Array.from({ length: 56 }, () => 0n);
  private a = 0;
  private b = 21;

  constructor(seed: number) {
    const max = 2147483647n;
    const wrap = (value: bigint) => BigInt.asIntN(32, value);
    const magnitude = seed === -2147483648 ? max : BigInt(Math.abs(seed));
    let mj = wrap(161803398n - magnitude);
    this.table[55] = mj;
    let mk = 1n;
    let place = 0;
    for (let i = 0; i < 54; i++) {
      place += 21;
      if (place >= 55) place -= 55;
      this.table[place] = mk;
      mk = wrap(mj - mk);
      if (mk < 0n) mk += max;
      mj = this.table[place]!;
    }
    for (let round = 0; round < 4; round++) {
      for (let i = 1; i < 56; i++) {
        let n = i + 30;
        if (n >= 55) n -= 55;
        let value = wrap(this.table[i]! - this.table[n + 1]!);
        if (value < 0n) value += max;
        this.table[i] = value;
      }
    }
  }

  integer(): number {
    if (++this.a === 56) this.a = 1;
    if (++this.b === 56) this.b = 1;
    let value = BigInt.asIntN(32, this.table[this.a]! - this.table[this.b]!);
    if (value === 2147483647n) value -= 1n;
    if (value < 0n) value += 2147483647n;
    this.table[this.a] = value;
    return Number(value);
  }

  double(): number {
    return this.integer() * (1 / 2147483647);
  }
}

type Vector = Float32Array;
const vector = (x: number, y: number): Vector => Float32Array.of(x, y);
const float = (value: number): number => Float32Array.of(value)[0]!;
const plus = (a: Vector, b: Vector) => vector(a[0]! + b[0]!, a[1]! + b[1]!);
const minus = (a: Vector, b: Vector) => vector(a[0]! - b[0]!, a[1]! - b[1]!);
const pi = float(Math.PI);
const centre = vector(256, 192);

function length(v: Vector): number {
  const squares = vector(v[0]! * v[0]!, v[1]! * v[1]!);
  return float(Math.sqrt(float(squares[0]! + squares[1]!)));
}

function angle(v: Vector): number {
  return float(Math.atan2(v[1]!, v[0]!));
}

function direction(radius: number, theta: number): Vector {
  const unit = vector(Math.cos(theta), Math.sin(theta));
  return vector(radius * unit[0]!, radius * unit[1]!);
}

/** Turns a step towards the middle of the playfield by up to `ratio` of the way, at the edge. */
export function publishedTurn(from: Vector, step: Vector, ratio: number): Vector {
  let nearness = 0;
  for (const [axis, size] of [512, 384].entries()) {
    const border = float(size * 0.375);
    const inside = from[axis]! < size / 2 ? float(border - from[axis]!) : float(from[axis]! - float(size - border));
    nearness = Math.max(nearness, float(inside / border));
  }
  const start = angle(step);
  let turn = float(angle(minus(centre, from)) - start);
  while (turn < -pi) turn = float(turn + float(2 * pi));
  while (turn > pi) turn = float(turn - float(2 * pi));
  return direction(length(step), float(start + float(Math.min(1, float(nearness * ratio)) * turn)));
}

export const published = { vector, float, plus, minus, length, angle, direction, pi };

/** An object while it is moved. */
class Working {
  position: Vector;
  end: Vector;
  curve: readonly CurveSegment[];
  path: PublishedPath | null = null;
  readonly source: PublishedObject;
  private readonly shape: (curve: readonly CurveSegment[]) => PublishedPath;

  constructor(source: PublishedObject, shape: (curve: readonly CurveSegment[]) => PublishedPath) {
    this.source = source;
    this.shape = shape;
    this.position = vector(source.x, source.y);
    this.curve = source.curve;
    if (source.type === 'slider') this.path = shape(source.curve);
    this.end = this.endPosition();
  }

  pathPoint(progress: number): Vector {
    const { xs, ys, distances } = this.path!;
    const last = distances.length - 1;
    const total = distances[last]!;
    const target = Math.min(Math.max(progress, 0), 1) * total;
    let i = 0;
    while (i <= last && distances[i]! < target) i++;
    if (i === 0) return vector(xs[0]!, ys[0]!);
    if (i > last) return vector(xs[last]!, ys[last]!);
    const [p0, p1] = [vector(xs[i - 1]!, ys[i - 1]!), vector(xs[i]!, ys[i]!)];
    const [d0, d1] = [distances[i - 1]!, distances[i]!];
    if (Math.abs(d0 - d1) <= 1e-7) return p0;
    const part = float((target - d0) / (d1 - d0));
    const along = minus(p1, p0);
    return plus(p0, vector(along[0]! * part, along[1]! * part));
  }

  rotation(): number {
    return angle(this.pathPoint(1));
  }

  endPosition(): Vector {
    if (this.path === null || this.source.spans % 2 === 0) return this.position;
    return plus(this.position, this.pathPoint(1));
  }

  transform(move: (point: Vector) => Vector): void {
    this.curve = this.curve.map((segment) => ({
      ...segment,
      points: segment.points.map(({ x, y }) => {
        const moved = move(vector(x, y));
        return { x: moved[0]!, y: moved[1]! };
      }),
    }));
    this.path = this.shape(this.curve);
  }

  turn(by: number): void {
    this.transform((point) => direction(length(point), float(angle(point) + by)));
  }

  centreOfMass(): Vector {
    const total = this.path!.distances[this.path!.distances.length - 1]!;
    if (total <= 50) {
      const end = this.pathPoint(1);
      return vector(end[0]! / 2, end[1]! / 2);
    }
    let sum = vector(0, 0);
    let count = 0;
    for (let d = 0; d < total; d += 50) {
      sum = plus(sum, this.pathPoint(d / total));
      count++;
    }
    return vector(sum[0]! / count, sum[1]! / count);
  }

  /** Left, top, right and bottom of the head's allowed positions, and whether both sizes are at least zero. */
  bounds(radius: number): { min: [number, number]; max: [number, number]; fits: [boolean, boolean] } {
    const axis = (values: ArrayLike<number>, size: number): [number, number, boolean] => {
      const floats = Float32Array.from(values);
      const low = -float(floats.reduce((a, b) => Math.min(a, b)) - radius);
      const high = float(size - float(floats.reduce((a, b) => Math.max(a, b)) + radius));
      const extent = float(high - low);
      return [low, float(low + extent), extent >= 0];
    };
    const [left, right, wide] = axis(this.path!.xs, 512);
    const [top, bottom, high] = axis(this.path!.ys, 384);
    return { min: [left, top], max: [right, bottom], fits: [wide, high] };
  }
}

/** The positions and, for sliders, paths of all objects after the Random mod. */
export function publishedRandom(map: PublishedMap): { x: number; y: number; path: PublishedPath | null }[] {
  const radius = float(map.radius);
  const all = map.objects.map((object, i) => new Working(object, (curve) => map.flatten(i, curve)));
  const rng = new PublishedGenerator(map.seed);
  const infos = describe(all);
  chooseAngles(map, all, { infos, rng });
  for (const [i, working] of all.entries()) {
    if (working.source.type !== 'spinner') place({ all, infos, radius }, i);
  }
  return all.map(({ position, path }) => ({ x: position[0]!, y: position[1]!, path }));
}

interface Info {
  relativeAngle: number;
  distance: number;
  rotation: number;
}

function describe(all: readonly Working[]): Info[] {
  const infos: Info[] = [];
  for (const [i, working] of all.entries()) {
    const step = minus(working.position, i === 0 ? centre : all[i - 1]!.endPosition());
    const rotation = working.path === null ? 0 : float(working.rotation() - angle(step));
    infos.push({ relativeAngle: 0, distance: length(step), rotation });
  }
  return infos;
}

function chooseAngles(
  map: PublishedMap,
  all: readonly Working[],
  { infos, rng }: { infos: Info[]; rng: PublishedGenerator },
): void {
  const sharpness = float(map.sharpness);
  const normal = (deviation: number) => {
    const scale = float(float(15 - sharpness) / 8);
    const x1 = 1 - rng.double();
    const x2 = 1 - rng.double();
    const z = float(Math.sqrt(-2 * Math.log(x1)) * Math.sin(2 * Math.PI * x2));
    return float(float(float(deviation) * scale) * z);
  };
  const onBeat = (i: number, perMeasure: boolean) => {
    const { start } = map.objects[i]!;
    const beat = map.beatAt(start);
    return Math.abs(start - beat.time + 1) % (perMeasure ? beat.length * beat.meter : beat.length) < 2;
  };
  // (512² + 384²) by the fast inverse square root.
  const diagonal = fastRoot(409600);
  let section = 0;
  let flow = false;
  for (const [i, info] of infos.entries()) {
    const afterCombo = i > 0 && map.objects[Math.max(0, i - 2)]!.indexInCombo > 1 && map.objects[i - 1]!.newCombo;
    let starts = i === 0;
    if (!starts && afterCombo) starts = rng.double() < float(0.6);
    if (!starts && i > 0) starts = onBeat(i - 1, true);
    if (!starts && i > 0 && onBeat(i - 1, false)) starts = rng.double() < float(0.4);
    if (starts) {
      section = normal(0.0008);
      flow = !flow;
    }
    const working = all[i]!;
    if (working.path !== null && rng.double() < 0.5) working.transform((p) => vector(-p[0]!, p[1]!));
    if (i === 0) {
      info.distance = float((rng.double() * 384) / 2);
      info.relativeAngle = float(rng.double() * 2 * Math.PI - Math.PI);
      continue;
    }
    const own = normal(0.002);
    let change = 0;
    if (afterCombo && rng.double() < float(0.6)) {
      change = normal(0.002);
      flow = !flow;
    }
    const byDistance = float(float(section + own) * info.distance);
    const byCloseness = float(change * float(diagonal - info.distance));
    const total = float(byDistance + byCloseness);
    const s = float(sharpness / 10);
    const dx = float(float(s * 100) - 70);
    const dy = float(float(float(1 - s) * 0.25) - float(0.075));
    const shifted = float(info.distance + dx);
    const exponent = 0.036 * float(float(shifted - 310) + dx);
    const inner = float(float(2.16 / (1 + 200 * Math.exp(exponent)) + 0.5) + float(total + dy));
    info.relativeAngle = (flow ? -1 : 1) * float(pi - inner);
  }
}

function fastRoot(square: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, square);
  view.setInt32(0, 0x5f375a86 - (view.getInt32(0) >> 1));
  const y = view.getFloat32(0);
  const half = float(0.5 * square);
  return float(1 / float(y * float(1.5 - float(float(half * y) * y))));
}

function place(
  { all, infos, radius }: { all: readonly Working[]; infos: readonly Info[]; radius: number },
  i: number,
): void {
  const current = all[i]!;
  const before = all[i - 1];
  const info = infos[i]!;
  let theta = 0;
  if (before !== undefined) {
    const earlier = i > 1 ? all[i - 2]!.endPosition() : centre;
    theta = before.path === null ? angle(minus(before.position, earlier)) : before.rotation();
  }
  const from = before === undefined ? centre : before.end;
  const step = publishedTurn(from, direction(info.distance, float(theta + info.relativeAngle)), 0.5);
  const wanted = plus(from, step);
  let final: Vector;
  if (current.path === null) {
    final = clampPoint(wanted, radius);
  } else {
    const original = current.rotation();
    const mass = current.centreOfMass();
    const by = float(float(info.rotation + angle(step)) - original);
    const massTurned = publishedTurn(wanted, direction(length(mass), float(angle(mass) + by)), 0.5);
    const rotation = float(angle(massTurned) - angle(mass));
    if (Math.abs(rotation) > float(0.001)) current.turn(rotation);
    let bounds = current.bounds(radius);
    if (!bounds.fits[0] || !bounds.fits[1]) {
      const now = current.rotation();
      const apart = (a: number) => {
        const d = float(Math.abs(float(a - now)) % float(2 * pi));
        return Math.min(d, float(float(2 * pi) - d));
      };
      const back = float(original + pi);
      current.turn(float((apart(original) < apart(back) ? original : back) - now));
      bounds = current.bounds(radius);
    }
    const along = (axis: 0 | 1, size: number) =>
      bounds.fits[axis]
        ? Math.min(Math.max(wanted[axis]!, bounds.min[axis]), bounds.max[axis])
        : Math.min(Math.max(bounds.min[axis], 0), size);
    final = vector(along(0, 512), along(1, 384));
  }
  current.position = final;
  current.end = current.endPosition();
  const push = minus(final, wanted);
  if (push[0] === 0 && push[1] === 0) return;
  const circles: Working[] = [];
  for (let j = i - 1; j >= 0 && j >= i - 10 && all[j]!.source.type === 'circle'; j--) circles.push(all[j]!);
  for (const [k, circle] of circles.entries()) {
    const share = float((circles.length - k) / (circles.length + 1));
    circle.position = clampPoint(plus(circle.position, vector(push[0]! * share, push[1]! * share)), radius);
  }
}

function clampPoint(p: Vector, padding: number): Vector {
  const within = (value: number, size: number) => Math.min(Math.max(value, padding), float(size - padding));
  return vector(within(p[0]!, 512), within(p[1]!, 384));
}
