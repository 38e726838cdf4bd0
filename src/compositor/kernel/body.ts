// Slider bodies: for every pixel the distance to the nearest point of the path, then one look-up of the colour that
// lies at that distance: 1024 shades from the centre line to the rim. A path that crosses itself is thus shaded once, as one body.

import { alphaMask, blend, tinted } from './blend';
import { Item } from './record';
import { findRun, runEnd, runFirst } from './runs';
import { frame, frameStride, TILE } from './state';

/**
 * Fills a field of width×height 16-bit distances (65535: a radius or more) for a path of `count` points, given as
 * pairs of f32 relative to the field's corner. `squares` is room for one f32 a pixel; width is a multiple of four.
 */
export function measureBody(
  path: usize,
  count: i32,
  radius: f32,
  squares: usize,
  field: usize,
  width: i32,
  height: i32,
): void {
  const far = radius * radius;
  const everywhere = f32x4.splat(far);
  const area = width * height;
  for (let i = 0; i < area; i += 4) v128.store(squares + ((<usize>i) << 2), everywhere);
  if (count == 1) nearSegment(path, path, radius, squares, width, height);
  for (let i = 1; i < count; i++) {
    nearSegment(path + (<usize>(i - 1) << 3), path + (<usize>i << 3), radius, squares, width, height);
  }
  const scale = f32x4.splat(65535.0 / radius);
  for (let i = 0; i < area; i += 4) {
    const distance = f32x4.mul(f32x4.sqrt(v128.load(squares + ((<usize>i) << 2))), scale);
    const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(distance, f32x4.splat(0.5)));
    v128.store64_lane(field + ((<usize>i) << 1), i16x8.narrow_i32x4_u(v128.min<i32>(whole, i32x4.splat(65535)), whole), 0);
  }
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

// Where a sprite has its map, a body has the box of its field: left, top, width, height.
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

/** Paints what lies in one row of tiles. */
export function paintBody(body: Item, row: i32, order: u32): void {
  const top = max(row * TILE, body.boxTop);
  const bottom = min(row * TILE + TILE, body.boxBottom);
  const end = (body.boxRight + TILE - 1) / TILE;
  const tint = body.fineTint();
  for (let column = body.boxLeft / TILE; findRun(row, column, end, order); column = runEnd) {
    const left = max(runFirst * TILE, body.boxLeft);
    const right = min(runEnd * TILE, body.boxRight);
    for (let y = top; y < bottom; y++) {
      const place = (y - fieldTop(body)) * fieldWidth(body) + left - fieldLeft(body);
      shadeRow(body.source + ((<usize>place) << 1), frame + <usize>(y * frameStride + left * 4), right - left, body.shades, tint);
    }
  }
}

/** Paints a row of pixels, a multiple of four. */
function shadeRow(distances: usize, at: usize, count: i32, shades: usize, tint: v128): void {
  const alphas = alphaMask();
  for (; count > 0; count -= 4, distances += 8, at += 16) {
    const four = load<u64>(distances);
    if (four == -1) continue;
    let colours = v128.load32_zero(shadeAt(shades, four));
    colours = v128.load32_lane(shadeAt(shades, four >> 16), colours, 1);
    colours = v128.load32_lane(shadeAt(shades, four >> 32), colours, 2);
    colours = v128.load32_lane(shadeAt(shades, four >> 48), colours, 3);
    blend(tinted(colours, tint), at, false, alphas);
  }
}

/** Where the shade of a 16-bit distance lies: of its ten upper bits. */
@inline function shadeAt(shades: usize, distance: u64): usize {
  return shades + ((<usize>(distance >> 4)) & 0xffc);
}
