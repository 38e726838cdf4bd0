// Slider bodies: for every pixel the distance to the nearest point of the path, then one look-up of the colour that
// lies at that distance: 1024 shades from the centre line to the rim. A path that crosses itself is thus shaded once, as one body.

import { alphaMask, blend, COVER, tinted } from './blend';
import { Item } from './record';
import { findRun, runEnd, runFirst } from './runs';
import { frame, frameStride, TILE } from './state';
import { touch } from './tiles';

/** What is to be measured: some segments of a path, in a part of a body's field. ../body-cache.ts writes it. */
@unmanaged class Measuring {
  /** The stretch that shows: numbers of segments, and behind the point the part that lies before. */
  from: f64;
  to: f64;
  radius: f32;
  /** Points as pairs of f32, from the corner of the field. */
  path: usize;
  firstSegment: i32;
  endSegment: i32;
  /** One tile after the other, `across` of them a row: 16-bit distances, 65535 for a radius or more; and a stamp for each. */
  field: usize;
  stamps: usize;
  across: i32;
  /** The part of the field, whole tiles. */
  left: i32;
  top: i32;
  width: i32;
  height: i32;
  /** Room for one f32 a pixel of the part. */
  squares: usize;
  /** Tiles that the body does not touch have the stamp 0, tiles that come to look different get this one. */
  stamp: u32;
  /** Distances that are there count for nothing; otherwise they stay where they are shorter. */
  anew: bool;
}

/**
 * Where a stretch ends within a segment, all around that end is this part of the radius' square further off than it is.
 * A stretch that has grown is then nowhere further off than before, whatever rounding does, and shorter distances can stay
 * from one growth to the next: the field is, bit for bit, the one that is measured at once. Rounding errs by no more than
 * a sixteenth of this as long as segments are no longer than two radii; ends move by at least a 256th of the radius.
 */
const END_BIAS: f32 = 1.0 / 65536.0;

export function measureBody(measuring: usize): void {
  const m = changetype<Measuring>(measuring);
  const squares = m.squares;
  const everywhere = f32x4.splat(m.radius * m.radius);
  const end = squares + ((<usize>(m.width * m.height)) << 2);
  for (let at = squares; at < end; at += 16) v128.store(at, everywhere);
  for (let i = m.firstSegment; i < m.endSegment; i++) {
    const start = <f32>Math.max(0, m.from - <f64>i);
    const stop = <f32>Math.min(1, m.to - <f64>i);
    if (start > 0 || stop < 1) nearSegment(m, i, start, stop, true);
    else nearSegment(m, i, 0, 1, false);
  }
  const scale = f32x4.splat(65535.0 / m.radius);
  for (let y = 0; y < m.height; y += TILE) {
    for (let x = 0; x < m.width; x += TILE) {
      const tile = <usize>(((m.top + y) / TILE) * m.across + (m.left + x) / TILE);
      const looks = settle(squares + ((<usize>(y * m.width + x)) << 2), m.width, distancesAt(m.field, tile), scale, m.anew);
      if (looks == EMPTY) store<u32>(m.stamps + (tile << 2), 0);
      else if (looks == DIFFERENT) store<u32>(m.stamps + (tile << 2), m.stamp);
    }
  }
}

const EMPTY: i32 = 0;
const DIFFERENT: i32 = 1;
const SAME: i32 = 2;

/** Where the distances of a tile lie: all together, so that few of what the processor's cache holds are enough for them. */
@inline function distancesAt(field: usize, tile: usize): usize {
  return field + tile * (TILE * TILE * 2);
}

/** Brings a tile's squares of distances into the field; tells what that did to the tile. */
@inline function settle(squares: usize, width: i32, tile: usize, scale: v128, anew: bool): i32 {
  let seen = i64x2.splat(0);
  let changed = i64x2.splat(0);
  const kept = anew ? i64x2.splat(-1) : i64x2.splat(0);
  for (let y = 0; y < TILE; y++, squares += <usize>width << 2, tile += TILE * 2) {
    for (let x: usize = 0; x < <usize>TILE; x += 8) {
      const from = squares + (x << 2);
      const to = tile + (x << 1);
      const before = v128.load(to);
      const measured = i16x8.narrow_i32x4_u(distances(v128.load(from), scale), distances(v128.load(from, 16), scale));
      const next = v128.min<u16>(measured, v128.or(before, kept));
      seen = v128.or(seen, v128.not(next));
      changed = v128.or(changed, v128.xor(next, before));
      v128.store(to, next);
    }
  }
  if (!v128.any_true(seen)) return EMPTY;
  return v128.any_true(changed) ? DIFFERENT : SAME;
}

@inline function distances(squares: v128, scale: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(f32x4.sqrt(squares), scale), f32x4.splat(0.5)));
}

/** Brings the squares down to those of the distances to a segment's stretch from `start` to `stop`. */
@inline function nearSegment(m: Measuring, segment: i32, start: f32, stop: f32, isPart: bool): void {
  const from = m.path + (<usize>segment << 3);
  const radius = m.radius;
  const width = m.width;
  const ax = load<f32>(from) - <f32>m.left;
  const ay = load<f32>(from, 4) - <f32>m.top;
  const dx = load<f32>(from, 8) - load<f32>(from);
  const dy = load<f32>(from, 12) - load<f32>(from, 4);
  const square = dx * dx + dy * dy;
  const inverse: f32 = square > 0 ? <f32>1 / square : 0;
  const top = max(0, <i32>Mathf.floor(ay + min(start * dy, stop * dy) - radius));
  const bottom = min(m.height, <i32>Mathf.ceil(ay + max(start * dy, stop * dy) + radius));
  if (ax + max(start * dx, stop * dx) + radius < 0 || ax + min(start * dx, stop * dx) - radius > <f32>width) return;
  const vax = f32x4.splat(load<f32>(from));
  const vdx = f32x4.splat(dx);
  const vdy = f32x4.splat(dy);
  const lowest = f32x4.splat(start);
  const highest = f32x4.splat(stop);
  const bias = radius * radius * END_BIAS;
  const startBias = f32x4.splat(start > 0 ? bias : 0);
  const stopBias = f32x4.splat(stop < 1 ? bias : 0);
  const scale = f32x4.splat(inverse);
  const four = f32x4.splat(4);
  for (let y = top; y < bottom; y++) {
    const py = <f32>y + 0.5;
    // The stretch of the segment that can be within a radius of this row.
    let t0 = start;
    let t1 = stop;
    if (dy != 0) {
      const e0 = (py - radius - ay) / dy;
      const e1 = (py + radius - ay) / dy;
      t0 = max<f32>(start, min(e0, e1));
      t1 = min<f32>(stop, max(e0, e1));
      if (t0 > t1) continue;
    }
    const x0 = ax + t0 * dx;
    const x1 = ax + t1 * dx;
    const left = max(0, <i32>Mathf.floor(min(x0, x1) - radius)) & ~3;
    const right = min(width, <i32>Mathf.ceil(max(x0, x1) + radius));
    // Counted from the corner of the field, so that no bit depends on which part of it is measured.
    const ry = f32x4.splat(<f32>(m.top + y) + 0.5 - load<f32>(from, 4));
    const along = f32x4.mul(ry, vdy);
    let at = m.squares + ((<usize>(y * width + left)) << 2);
    let px = f32x4.add(f32x4.splat(<f32>(m.left + left)), f32x4(0.5, 1.5, 2.5, 3.5));
    for (let x = left; x < right; x += 4, at += 16) {
      const rx = f32x4.sub(px, vax);
      const whole = f32x4.mul(f32x4.add(f32x4.mul(rx, vdx), along), scale);
      const t = f32x4.pmax(lowest, f32x4.pmin(highest, whole));
      const ex = f32x4.sub(rx, f32x4.mul(t, vdx));
      const ey = f32x4.sub(ry, f32x4.mul(t, vdy));
      let distance = f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey));
      if (isPart) {
        const before = v128.and(f32x4.lt(whole, lowest), startBias);
        const behind = v128.and(f32x4.gt(whole, highest), stopBias);
        distance = f32x4.add(distance, f32x4.add(before, behind));
      }
      v128.store(at, f32x4.pmin(v128.load(at), distance));
      px = f32x4.add(px, four);
    }
  }
}

// Where a sprite has its map, a body has the box of its field, whole tiles: left, top, width, height.
@inline function fieldLeft(body: Item): i32 { return load<i32>(changetype<usize>(body), 8); }
@inline function fieldTop(body: Item): i32 { return load<i32>(changetype<usize>(body), 12); }
@inline function fieldWidth(body: Item): i32 { return load<i32>(changetype<usize>(body), 16); }
@inline function fieldHeight(body: Item): i32 { return load<i32>(changetype<usize>(body), 20); }

export function aimBody(body: Item): void {
  body.boxLeft = fieldLeft(body);
  body.boxTop = fieldTop(body);
  body.boxRight = fieldLeft(body) + fieldWidth(body);
  body.boxBottom = fieldTop(body) + fieldHeight(body);
}

/** The number of a tile among those of the field. */
@inline function tileAt(body: Item, row: i32, column: i32): usize {
  return <usize>((row - fieldTop(body) / TILE) * (fieldWidth(body) / TILE) + column - fieldLeft(body) / TILE);
}

@inline function stampAt(body: Item, row: i32, column: i32): u32 {
  return load<u32>(body.stamps + (tileAt(body, row, column) << 2));
}

/** Touches the tiles where there is something of the body; their stamps tell what there is. */
export function markBody(body: Item, hash: u64): void {
  const lastRow = (body.boxBottom - 1) / TILE;
  const lastColumn = (body.boxRight - 1) / TILE;
  for (let row = body.boxTop / TILE; row <= lastRow; row++) {
    for (let column = body.boxLeft / TILE; column <= lastColumn; column++) {
      const stamp = stampAt(body, row, column);
      if (stamp != 0) touch(row, column, column, hash ^ <u64>stamp);
    }
  }
}

/** Paints what lies in one row of tiles. */
export function paintBody(body: Item, row: i32, order: u32): void {
  const end = body.boxRight / TILE;
  const tint = body.tint();
  for (let column = body.boxLeft / TILE; findRun(row, column, end, order); column = runEnd) {
    for (let tile = runFirst; tile < runEnd; tile++) if (stampAt(body, row, tile) != 0) paintTile(body, row, tile, tint);
  }
}

function paintTile(body: Item, row: i32, column: i32, tint: v128): void {
  const shades = body.shades;
  const alphas = alphaMask();
  let distances = distancesAt(body.source, tileAt(body, row, column));
  let at = frame + <usize>(row * TILE * frameStride + column * TILE * 4);
  for (let y = 0; y < TILE; y++, distances += TILE * 2, at += frameStride) {
    for (let x: usize = 0; x < <usize>TILE; x += 4) {
      const four = load<u64>(distances + (x << 1));
      if (four == -1) continue;
      let colours = v128.load32_zero(shadeAt(shades, four));
      colours = v128.load32_lane(shadeAt(shades, four >> 16), colours, 1);
      colours = v128.load32_lane(shadeAt(shades, four >> 32), colours, 2);
      colours = v128.load32_lane(shadeAt(shades, four >> 48), colours, 3);
      blend(tinted(colours, tint), at + (x << 2), COVER, alphas);
    }
  }
}

/** Where the shade of a 16-bit distance lies: of its ten upper bits. */
@inline function shadeAt(shades: usize, distance: u64): usize {
  return shades + ((<usize>(distance >> 4)) & 0xffc);
}
