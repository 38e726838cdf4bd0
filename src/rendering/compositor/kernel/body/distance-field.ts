// Measures slider bodies: for every pixel, the distance to the nearest point of the path. A path that crosses itself has one
// distance per pixel, so it is shaded once, as one body.

import {
  maxDistance,
  measurementEndSegment,
  measurementField,
  measurementFirstSegment,
  measurementFrom,
  measurementHeight,
  measurementLeft,
  measurementPoints,
  measurementRadius,
  measurementReplaces,
  measurementSquares,
  measurementTilesAcross,
  measurementTileVersions,
  measurementTo,
  measurementTop,
  measurementVersion,
  measurementWidth,
  measurementWords,
  tileSize,
} from '../../layout.ts';
import { loopConstant } from '../pixels/loop-constant.ts';

/** A request to measure the distances to some segments of a path, in a part of a body's field; see ../../layout.ts. */
@unmanaged
class Measurement {
  /** The visible range of the path: segment number plus fraction of the segment. */
  from: f64;
  to: f64;
  radius: f32;
  /** The points of the path as pairs of f32, relative to the corner of the field. */
  points: usize;
  firstSegment: i32;
  endSegment: i32;
  /** 16-bit distances, tile after tile, `tilesAcross` per row of tiles; `maxDistance` means a radius or more. */
  field: usize;
  /** One version per tile: 0 where the body has no pixel. */
  tileVersions: usize;
  tilesAcross: i32;
  /** The part of the field to measure, in whole tiles. */
  left: i32;
  top: i32;
  width: i32;
  height: i32;
  /** Scratch memory: one f32 per pixel of the part. */
  squares: usize;
  /** The version that tiles get if their distances change. */
  version: u32;
  /** Replaces the existing distances; otherwise shorter distances stay. */
  replaces: bool;
}

if (
  offsetof<Measurement>('from') !== measurementFrom * 4 ||
  offsetof<Measurement>('to') !== measurementTo * 4 ||
  offsetof<Measurement>('radius') !== measurementRadius * 4 ||
  offsetof<Measurement>('points') !== measurementPoints * 4 ||
  offsetof<Measurement>('firstSegment') !== measurementFirstSegment * 4 ||
  offsetof<Measurement>('endSegment') !== measurementEndSegment * 4 ||
  offsetof<Measurement>('field') !== measurementField * 4 ||
  offsetof<Measurement>('tileVersions') !== measurementTileVersions * 4 ||
  offsetof<Measurement>('tilesAcross') !== measurementTilesAcross * 4 ||
  offsetof<Measurement>('left') !== measurementLeft * 4 ||
  offsetof<Measurement>('top') !== measurementTop * 4 ||
  offsetof<Measurement>('width') !== measurementWidth * 4 ||
  offsetof<Measurement>('height') !== measurementHeight * 4 ||
  offsetof<Measurement>('squares') !== measurementSquares * 4 ||
  offsetof<Measurement>('version') !== measurementVersion * 4 ||
  offsetof<Measurement>('replaces') !== measurementReplaces * 4 ||
  offsetof<Measurement>() > <usize>measurementWords * 4
) {
  ERROR('The class Measurement does not match layout.ts.');
}

/**
 * If the visible range ends within a segment, pixels beyond that end get this fraction of the squared radius added to their
 * squared distance. Then no distance increases when the range grows, whatever rounding does, so shorter distances can stay:
 * a field that grew step by step equals, bit for bit, one that was measured at once. Rounding errors are at most a
 * sixteenth of this, as long as no segment is longer than two radii and ends move by at least 1/256 of the radius.
 */
const endBias: f32 = 1.0 / 65536.0;

/** Measures a part of a distance field and updates the versions of its tiles. */
export function measureBody(measurement: usize): void {
  const m = changetype<Measurement>(measurement);
  const squares = m.squares;
  const everywhere = f32x4.splat(m.radius * m.radius);
  const end = squares + ((<usize>(m.width * m.height)) << 2);
  for (let at = squares; at < end; at += 16) v128.store(at, everywhere);
  for (let i = m.firstSegment; i < m.endSegment; i++) {
    const start = <f32>Math.max(0, m.from - <f64>i);
    const stop = <f32>Math.min(1, m.to - <f64>i);
    if (start > 0 || stop < 1) measureSegment(m, i, start, stop, true);
    else measureSegment(m, i, 0, 1, false);
  }
  const scale = f32x4.splat(<f32>maxDistance / m.radius);
  for (let y = 0; y < m.height; y += tileSize) {
    for (let x = 0; x < m.width; x += tileSize) {
      const tile = <usize>(((m.top + y) / tileSize) * m.tilesAcross + (m.left + x) / tileSize);
      const change = storeDistances(
        squares + ((<usize>(y * m.width + x)) << 2),
        m.width,
        distancesAt(m.field, tile),
        scale,
        m.replaces,
      );
      if (change === tileIsEmpty) store<u32>(m.tileVersions + (tile << 2), 0);
      else if (change === tileChanged) store<u32>(m.tileVersions + (tile << 2), m.version);
    }
  }
}

const tileIsEmpty: i32 = 0;
const tileChanged: i32 = 1;
const tileUnchanged: i32 = 2;

/** Returns where a tile's distances begin: side by side, so that they share few cache lines. @inline */
export function distancesAt(field: usize, tile: usize): usize {
  return field + tile * (tileSize * tileSize * 2);
}

/** Stores a tile's squared distances in the field; returns what became of the tile. @inline */
function storeDistances(squares: usize, width: i32, tile: usize, scale: v128, replaces: bool): i32 {
  let seen = i64x2.splat(0);
  let changed = i64x2.splat(0);
  const ignored = replaces ? i64x2.splat(-1) : i64x2.splat(0);
  for (let y = 0; y < tileSize; y++, squares += (<usize>width) << 2, tile += tileSize * 2) {
    for (let x: usize = 0; x < <usize>tileSize; x += 8) {
      const from = squares + (x << 2);
      const to = tile + (x << 1);
      const before = v128.load(to);
      const measured = i16x8.narrow_i32x4_u(distances(v128.load(from), scale), distances(v128.load(from, 16), scale));
      const next = v128.min<u16>(measured, v128.or(before, ignored));
      seen = v128.or(seen, v128.not(next));
      changed = v128.or(changed, v128.xor(next, before));
      v128.store(to, next);
    }
  }
  if (!v128.any_true(seen)) return tileIsEmpty;
  return v128.any_true(changed) ? tileChanged : tileUnchanged;
}

/** @inline */
function distances(squares: v128, scale: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(f32x4.sqrt(squares), scale), f32x4.splat(0.5)));
}

/** Lowers the squares to the squared distances to a segment, between the fractions `start` and `stop` of it. @inline */
function measureSegment(m: Measurement, segment: i32, start: f32, stop: f32, isCut: bool): void {
  const from = m.points + ((<usize>segment) << 3);
  const radius = m.radius;
  const width = m.width;
  const ax = load<f32>(from) - <f32>m.left;
  const ay = load<f32>(from, 4) - <f32>m.top;
  const dx = load<f32>(from, 8) - load<f32>(from);
  const dy = load<f32>(from, 12) - load<f32>(from, 4);
  const square = dx * dx + dy * dy;
  const inverse: f32 = square > 0 ? <f32>1 / square : 0;
  const highest = ay + min(start * dy, stop * dy);
  const lowest = ay + max(start * dy, stop * dy);
  const top = max(0, <i32>Mathf.floor(highest - radius));
  const bottom = min(m.height, <i32>Mathf.ceil(lowest + radius));
  if (ax + max(start * dx, stop * dx) + radius < 0 || ax + min(start * dx, stop * dx) - radius > <f32>width) return;
  const vax = loopConstant(f32x4.splat(load<f32>(from)));
  const vdx = loopConstant(f32x4.splat(dx));
  const vdy = loopConstant(f32x4.splat(dy));
  const starts = loopConstant(f32x4.splat(start));
  const stops = loopConstant(f32x4.splat(stop));
  const bias = radius * radius * endBias;
  const startBias = loopConstant(f32x4.splat(start > 0 ? bias : 0));
  const stopBias = loopConstant(f32x4.splat(stop < 1 ? bias : 0));
  const scale = loopConstant(f32x4.splat(inverse));
  const four = loopConstant(f32x4.splat(4));
  for (let y = top; y < bottom; y++) {
    const py = <f32>y + 0.5;
    // The part of the segment that can be within a radius of this row.
    let t0 = start;
    let t1 = stop;
    if (dy !== 0) {
      const e0 = (py - radius - ay) / dy;
      const e1 = (py + radius - ay) / dy;
      t0 = max<f32>(start, min(e0, e1));
      t1 = min<f32>(stop, max(e0, e1));
      if (t0 > t1) continue;
    }
    const x0 = ax + t0 * dx;
    const x1 = ax + t1 * dx;
    // Above and below the segment, a row crosses less of the circles about its ends. A pixel more than that hides any rounding.
    const away = max<f32>(0, max(highest - py, py - lowest));
    const reach = Mathf.sqrt(max<f32>(0, radius * radius - away * away)) + 1;
    const left = max(0, <i32>Mathf.floor(min(x0, x1) - reach)) & ~3;
    const right = min(width, <i32>Mathf.ceil(max(x0, x1) + reach));
    // Relative to the corner of the field, so that no bit depends on which part of the field is measured.
    const ry = loopConstant(f32x4.splat(<f32>(m.top + y) + 0.5 - load<f32>(from, 4)));
    const along = loopConstant(f32x4.mul(ry, vdy));
    let at = m.squares + ((<usize>(y * width + left)) << 2);
    let px = f32x4.add(f32x4.splat(<f32>(m.left + left)), f32x4(0.5, 1.5, 2.5, 3.5));
    for (let x = left; x < right; x += 4, at += 16) {
      const rx = f32x4.sub(px, vax);
      const whole = f32x4.mul(f32x4.add(f32x4.mul(rx, vdx), along), scale);
      const t = f32x4.pmax(starts, f32x4.pmin(stops, whole));
      const ex = f32x4.sub(rx, f32x4.mul(t, vdx));
      const ey = f32x4.sub(ry, f32x4.mul(t, vdy));
      let distance = f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey));
      if (isCut) {
        const before = v128.and(f32x4.lt(whole, starts), startBias);
        const behind = v128.and(f32x4.gt(whole, stops), stopBias);
        distance = f32x4.add(distance, f32x4.add(before, behind));
      }
      v128.store(at, f32x4.pmin(v128.load(at), distance));
      px = f32x4.add(px, four);
    }
  }
}
