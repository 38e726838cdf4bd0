// BT.709, limited range, 4:2:0: one luma sample a pixel, one pair of chroma samples for four.

import { highBytes, lowBytes } from './blend';
import { dirty, frame, frameStride, height, TILE, tilesAcross, width } from './state';

// Fractions of 256: 219/255 of the luma weights. Their errors cancel out for greys.
const YR: i8 = 47;
const YG: i8 = <i8>157;
const YB: i8 = 16;
// Fractions of 32768: 224/255 of the chroma weights.
const UR: i16 = -3298;
const UG: i16 = -11094;
const UB: i16 = 14392;
const VR: i16 = 14392;
const VG: i16 = -13073;
const VB: i16 = -1320;

/** Converts the changed tiles of a row, or all of them, into planes at `planes`: Y, then U, then V, rows without gaps. */
export function rowToI420(planes: usize, row: i32, all: bool): void {
  const chromaWidth = (width + 1) >> 1;
  const u = planes + <usize>(width * height);
  const v = u + <usize>(chromaWidth * ((height + 1) >> 1));
  const end = min(row * TILE + TILE, height);
  for (let column = 0; column < tilesAcross; column++) {
    if (!all && !load<u8>(dirty + <usize>(row * tilesAcross + column))) continue;
    const x = column * TILE;
    for (let y = row * TILE; y < end; y += 2) {
      const upper = frame + <usize>(y * frameStride + x * 4);
      const luma = planes + <usize>(y * width + x);
      const chroma = (y >> 1) * chromaWidth + (x >> 1);
      // The last row of an odd number of them stands for the one that is missing.
      const next = y + 1 < end;
      convert(upper, next ? frameStride : 0, luma, next ? width : 0, u + chroma, v + chroma, width - x);
    }
  }
}

/** Two rows of a tile: sixteen pixels wide, or as many as the picture still has. */
@inline function convert(upper: usize, stride: i32, luma: usize, lumaStride: i32, u: usize, v: usize, left: i32): void {
  const p0 = v128.load(upper);
  const p1 = v128.load(upper, 16);
  const p2 = v128.load(upper, 32);
  const p3 = v128.load(upper, 48);
  const red0 = red(p0, p1, p2, p3);
  const green0 = green(p0, p1, p2, p3);
  const blue0 = blue(p0, p1, p2, p3);
  put16(luma, lumaOf(red0, green0, blue0), left);
  const lower = upper + stride;
  const q0 = v128.load(lower);
  const q1 = v128.load(lower, 16);
  const q2 = v128.load(lower, 32);
  const q3 = v128.load(lower, 48);
  const red1 = red(q0, q1, q2, q3);
  const green1 = green(q0, q1, q2, q3);
  const blue1 = blue(q0, q1, q2, q3);
  put16(luma + lumaStride, lumaOf(red1, green1, blue1), left);
  const r = meanOfFour(red0, red1);
  const g = meanOfFour(green0, green1);
  const b = meanOfFour(blue0, blue1);
  put8(u, chromaOf(r, g, b, UR, UG, UB), (left + 1) >> 1);
  put8(v, chromaOf(r, g, b, VR, VG, VB), (left + 1) >> 1);
}

// One channel of sixteen pixels.
@inline function red(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return lowBytes(lowBytes(p0, p1), lowBytes(p2, p3));
}
@inline function green(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return lowBytes(highBytes(p0, p1), highBytes(p2, p3));
}
@inline function blue(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return highBytes(lowBytes(p0, p1), lowBytes(p2, p3));
}

@inline function lumaOf(r: v128, g: v128, b: v128): v128 {
  const black = i16x8.splat(16 * 256 + 128);
  let low = v128.add<i16>(black, i16x8.extmul_low_i8x16_u(r, i8x16.splat(YR)));
  let high = v128.add<i16>(black, i16x8.extmul_high_i8x16_u(r, i8x16.splat(YR)));
  low = v128.add<i16>(low, i16x8.extmul_low_i8x16_u(g, i8x16.splat(YG)));
  high = v128.add<i16>(high, i16x8.extmul_high_i8x16_u(g, i8x16.splat(YG)));
  low = v128.add<i16>(low, i16x8.extmul_low_i8x16_u(b, i8x16.splat(YB)));
  high = v128.add<i16>(high, i16x8.extmul_high_i8x16_u(b, i8x16.splat(YB)));
  return highBytes(low, high);
}

/** Means of 2×2 samples, shifted left by seven. */
@inline function meanOfFour(upper: v128, lower: v128): v128 {
  const sum = v128.add<i16>(i16x8.extadd_pairwise_i8x16_u(upper), i16x8.extadd_pairwise_i8x16_u(lower));
  return v128.shl<i16>(sum, 5);
}

@inline function chromaOf(r: v128, g: v128, b: v128, cr: i16, cg: i16, cb: i16): v128 {
  let c = v128.add<i16>(i16x8.q15mulr_sat_s(r, i16x8.splat(cr)), i16x8.splat(128 * 128 + 64));
  c = v128.add<i16>(c, i16x8.q15mulr_sat_s(g, i16x8.splat(cg)));
  c = v128.add<i16>(c, i16x8.q15mulr_sat_s(b, i16x8.splat(cb)));
  const shifted = v128.shr<u16>(c, 7);
  return i8x16.narrow_i16x8_u(shifted, shifted);
}

@inline function put16(at: usize, bytes: v128, left: i32): void {
  if (left >= 16) v128.store(at, bytes);
  else putFew(at, bytes, left);
}

@inline function put8(at: usize, bytes: v128, left: i32): void {
  if (left >= 8) v128.store64_lane(at, bytes, 0);
  else putFew(at, bytes, left);
}

function putFew(at: usize, bytes: v128, count: i32): void {
  for (let i = 0; i < count; i++) {
    store<u8>(at + i, i8x16.extract_lane_u(bytes, 0));
    bytes = i8x16.swizzle(bytes, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
  }
}
