// Slider bodies: for every pixel the distance to the nearest point of the path, then one look-up of the colour that
// lies at that distance: 1024 shades from the centre line to the rim. A path that crosses itself is thus shaded once, as one body.

import { alphaMask, blendOne, blendTwo, widen } from './blend';
import { findRun, runEnd, runFirst } from './runs';
import { frame, frameStride, TILE } from './state';
import { touch } from './tiles';


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

// record: 4 field, 8..23 left, top, width, height (i32), 32 modulate, 56 shades, 60 identity
export function markBody(record: usize, hash: u64): void {
  const left = load<i32>(record, 8);
  const top = load<i32>(record, 12);
  const right = left + load<i32>(record, 16);
  const bottom = top + load<i32>(record, 20);
  for (let row = top / TILE; row * TILE < bottom; row++) touch(row, left / TILE, (right - 1) / TILE, hash);
}

export function paintBody(record: usize): void {
  const field = load<usize>(record, 4);
  const left = load<i32>(record, 8);
  const top = load<i32>(record, 12);
  const width = load<i32>(record, 16);
  const right = left + width;
  const bottom = top + load<i32>(record, 20);
  const modulate = v128.load64_splat(record + 32);
  const shades = load<usize>(record, 56);
  for (let row = top / TILE; row * TILE < bottom; row++) {
    const y0 = max(row * TILE, top);
    const y1 = min(row * TILE + TILE, bottom);
    for (let column = left / TILE; findRun(row, column, (right + TILE - 1) / TILE); column = runEnd) {
      const x0 = max(runFirst * TILE, left);
      const x1 = min(runEnd * TILE, right);
      for (let y = y0; y < y1; y++) {
        shadeRow(field + (<usize>((y - top) * width + x0 - left) << 1), frame + <usize>(y * frameStride + x0 * 4), x1 - x0, shades, modulate);
      }
    }
  }
}

@inline function shadeOf(distance: u32, shades: usize): u64 {
  return <u64>load<u32>(shades + ((<usize>(distance >> 6)) << 2));
}

function shadeRow(distances: usize, at: usize, count: i32, shades: usize, modulate: v128): void {
  const spread = alphaMask();
  for (; count > 1; count -= 2, distances += 4, at += 8) {
    const pair = load<u32>(distances);
    if (pair == 0xffffffff) continue;
    const colours = shadeOf(pair & 0xffff, shades) | (shadeOf(pair >> 16, shades) << 32);
    blendTwo(i16x8.q15mulr_sat_s(widen(i64x2.splat(colours)), modulate), at, false, spread);
  }
  if (count == 1) {
    const colours = shadeOf(<u32>load<u16>(distances), shades);
    blendOne(i16x8.q15mulr_sat_s(widen(i64x2.splat(colours)), modulate), at, false, spread);
  }
}
