// Slider bodies: for every pixel the distance to the nearest point of the path, then one look-up of the colour that
// lies at that distance: 1024 shades from the centre line to the rim. A path that crosses itself is thus shaded once, as one body.

import { alphaMask, blend, tinted } from './blend';
import { Item } from './record';
import { findRun, runEnd, runFirst } from './runs';
import { frame, frameStride, TILE } from './state';
import { touch } from './tiles';

/**
 * Measures a part of a body's field, whole tiles of 16-bit distances (65535: a radius or more) with `stride` of them a
 * row, for a path of `count` points, given as pairs of f32 relative to the part's corner. Distances that were there stay
 * where they are shorter, unless the part is measured anew. `squares` is room for one f32 a pixel. Tiles that the body
 * does not touch have the stamp 0, tiles that come to look different get the one given.
 */
export function measureBody(
  path: usize,
  count: i32,
  radius: f32,
  squares: usize,
  field: usize,
  stamps: usize,
  stride: i32,
  width: i32,
  height: i32,
  stamp: u32,
  anew: bool,
): void {
  const everywhere = f32x4.splat(radius * radius);
  const end = squares + ((<usize>(width * height)) << 2);
  for (let at = squares; at < end; at += 16) v128.store(at, everywhere);
  if (count == 1) nearSegment(path, path, radius, squares, width, height);
  for (let i = 1; i < count; i++) {
    nearSegment(path + (<usize>(i - 1) << 3), path + (<usize>i << 3), radius, squares, width, height);
  }
  const scale = f32x4.splat(65535.0 / radius);
  for (let y = 0; y < height; y += TILE) {
    for (let x = 0; x < width; x += TILE) {
      const tile = stamps + ((<usize>((y / TILE) * (stride / TILE) + x / TILE)) << 2);
      const looks = settle(squares + ((<usize>(y * width + x)) << 2), width, field + ((<usize>(y * stride + x)) << 1), stride, scale, anew);
      if (looks == EMPTY) store<u32>(tile, 0);
      else if (looks == DIFFERENT) store<u32>(tile, stamp);
    }
  }
}

const EMPTY: i32 = 0;
const DIFFERENT: i32 = 1;
const SAME: i32 = 2;

/** Brings a tile's squares of distances into the field; tells what that did to the tile. */
@inline function settle(squares: usize, width: i32, field: usize, stride: i32, scale: v128, anew: bool): i32 {
  let seen = i64x2.splat(0);
  let changed = i64x2.splat(0);
  const kept = anew ? i64x2.splat(-1) : i64x2.splat(0);
  for (let y = 0; y < TILE; y++, squares += <usize>width << 2, field += <usize>stride << 1) {
    for (let x: usize = 0; x < <usize>TILE; x += 8) {
      const from = squares + (x << 2);
      const to = field + (x << 1);
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

function nearSegment(from: usize, to: usize, radius: f32, squares: usize, width: i32, height: i32): void {
  const ax = load<f32>(from);
  const ay = load<f32>(from, 4);
  const dx = load<f32>(to) - ax;
  const dy = load<f32>(to, 4) - ay;
  const square = dx * dx + dy * dy;
  const inverse: f32 = square > 0 ? <f32>1 / square : 0;
  const top = max(0, <i32>Mathf.floor(min(ay, ay + dy) - radius));
  const bottom = min(height, <i32>Mathf.ceil(max(ay, ay + dy) + radius));
  if (max(ax, ax + dx) + radius < 0 || min(ax, ax + dx) - radius > <f32>width) return;
  const vax = f32x4.splat(ax);
  const vdx = f32x4.splat(dx);
  const vdy = f32x4.splat(dy);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let y = top; y < bottom; y++) {
    const py = <f32>y + 0.5;
    // The stretch of the segment that can be within a radius of this row.
    let t0: f32 = 0;
    let t1: f32 = 1;
    if (dy != 0) {
      const e0 = (py - radius - ay) / dy;
      const e1 = (py + radius - ay) / dy;
      t0 = max<f32>(0, min(e0, e1));
      t1 = min<f32>(1, max(e0, e1));
      if (t0 > t1) continue;
    }
    const x0 = ax + t0 * dx;
    const x1 = ax + t1 * dx;
    const left = max(0, <i32>Mathf.floor(min(x0, x1) - radius)) & ~3;
    const right = min(width, <i32>Mathf.ceil(max(x0, x1) + radius));
    const ry = f32x4.splat(py - ay);
    const along = f32x4.mul(ry, vdy);
    const scale = f32x4.splat(inverse);
    let at = squares + ((<usize>(y * width + left)) << 2);
    let px = f32x4.add(f32x4.splat(<f32>left), f32x4(0.5, 1.5, 2.5, 3.5));
    const four = f32x4.splat(4);
    for (let x = left; x < right; x += 4, at += 16) {
      const rx = f32x4.sub(px, vax);
      const t = f32x4.pmax(zero, f32x4.pmin(one, f32x4.mul(f32x4.add(f32x4.mul(rx, vdx), along), scale)));
      const ex = f32x4.sub(rx, f32x4.mul(t, vdx));
      const ey = f32x4.sub(ry, f32x4.mul(t, vdy));
      const distance = f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey));
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

@inline function stampAt(body: Item, row: i32, column: i32): u32 {
  const tile = (row - fieldTop(body) / TILE) * (fieldWidth(body) / TILE) + column - fieldLeft(body) / TILE;
  return load<u32>(body.stamps + ((<usize>tile) << 2));
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
  const tint = body.fineTint();
  for (let column = body.boxLeft / TILE; findRun(row, column, end, order); column = runEnd) {
    for (let tile = runFirst; tile < runEnd; tile++) if (stampAt(body, row, tile) != 0) paintTile(body, row, tile, tint);
  }
}

function paintTile(body: Item, row: i32, column: i32, tint: v128): void {
  const shades = body.shades;
  const alphas = alphaMask();
  const stride = <usize>fieldWidth(body) << 1;
  let distances = body.source + ((<usize>((row * TILE - fieldTop(body)) * fieldWidth(body) + column * TILE - fieldLeft(body))) << 1);
  let at = frame + <usize>(row * TILE * frameStride + column * TILE * 4);
  for (let y = 0; y < TILE; y++, distances += stride, at += frameStride) {
    for (let x: usize = 0; x < <usize>TILE; x += 4) {
      const four = load<u64>(distances + (x << 1));
      if (four == -1) continue;
      let colours = v128.load32_zero(shadeAt(shades, four));
      colours = v128.load32_lane(shadeAt(shades, four >> 16), colours, 1);
      colours = v128.load32_lane(shadeAt(shades, four >> 32), colours, 2);
      colours = v128.load32_lane(shadeAt(shades, four >> 48), colours, 3);
      blend(tinted(colours, tint), at + (x << 2), false, alphas);
    }
  }
}

/** Where the shade of a 16-bit distance lies: of its ten upper bits. */
@inline function shadeAt(shades: usize, distance: u64): usize {
  return shades + ((<usize>(distance >> 4)) & 0xffc);
}
