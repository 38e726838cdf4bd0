// BT.709, limited range, 4:2:0: one luma sample a pixel, one pair of chroma samples for four.

import { dirty, frame, frameStride, height, TILE, tilesAcross, tilesDown, width } from './state';

// Fractions of 32768: 219/255 of the luma weights, 224/255 of the chroma weights.
const YR: i16 = 5983;
const YG: i16 = 20127;
const YB: i16 = 2032;
const UR: i16 = -3298;
const UG: i16 = -11094;
const UB: i16 = 14392;
const VR: i16 = 14392;
const VG: i16 = -13073;
const VB: i16 = -1320;

/** Converts the changed tiles into planes at `planes`: Y, then U, then V, rows without gaps. */
export function toI420(planes: usize): void {
  const chromaWidth = (width + 1) >> 1;
  const chromaHeight = (height + 1) >> 1;
  const u = planes + <usize>(width * height);
  const v = u + <usize>(chromaWidth * chromaHeight);
  for (let row = 0; row < tilesDown; row++) {
    for (let column = 0; column < tilesAcross; column++) {
      if (!load<u8>(dirty + <usize>(row * tilesAcross + column))) continue;
      const x = column * TILE;
      const end = min(row * TILE + TILE, height);
      for (let y = row * TILE; y < end; y += 2) {
        const luma = planes + <usize>(y * width + x);
        const chroma = (y >> 1) * chromaWidth + (x >> 1);
        convertPair(frame + <usize>(y * frameStride + x * 4), luma, y + 1 < end, u + chroma, v + chroma, width - x);
      }
    }
  }
}

/** Two rows of a tile: sixteen pixels wide, or as many as the picture still has. */
function convertPair(upper: usize, luma: usize, both: bool, u: usize, v: usize, left: i32): void {
  const lower = both ? upper + frameStride : upper;
  const red0 = red(upper);
  const green0 = green(upper);
  const blue0 = blue(upper);
  const red1 = red(upper + 32);
  const green1 = green(upper + 32);
  const blue1 = blue(upper + 32);
  put16(luma, i8x16.narrow_i16x8_u(lumaOf(red0, green0, blue0), lumaOf(red1, green1, blue1)), left);
  const red2 = red(lower);
  const green2 = green(lower);
  const blue2 = blue(lower);
  const red3 = red(lower + 32);
  const green3 = green(lower + 32);
  const blue3 = blue(lower + 32);
  if (both) put16(luma + width, i8x16.narrow_i16x8_u(lumaOf(red2, green2, blue2), lumaOf(red3, green3, blue3)), left);
  const r = meanOfFour(red0, red1, red2, red3);
  const g = meanOfFour(green0, green1, green2, green3);
  const b = meanOfFour(blue0, blue1, blue2, blue3);
  put8(u, chromaOf(r, g, b, UR, UG, UB), (left + 1) >> 1);
  put8(v, chromaOf(r, g, b, VR, VG, VB), (left + 1) >> 1);
}

// One channel of eight pixels, shifted left by seven. Pixels are taken as 16-bit pairs: red and green, blue and alpha.
@inline function red(at: usize): v128 {
  const pairs = v128.shuffle<i16>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6, 8, 10, 12, 14);
  return v128.shr<u16>(v128.shl<i16>(pairs, 8), 1);
}
@inline function green(at: usize): v128 {
  const pairs = v128.shuffle<i16>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6, 8, 10, 12, 14);
  return v128.shl<i16>(v128.shr<u16>(pairs, 8), 7);
}
@inline function blue(at: usize): v128 {
  const pairs = v128.shuffle<i16>(v128.load(at), v128.load(at, 16), 1, 3, 5, 7, 9, 11, 13, 15);
  return v128.shr<u16>(v128.shl<i16>(pairs, 8), 1);
}

@inline function lumaOf(r: v128, g: v128, b: v128): v128 {
  let y = v128.add<i16>(i16x8.q15mulr_sat_s(r, i16x8.splat(YR)), i16x8.splat(16 * 128 + 64));
  y = v128.add<i16>(y, i16x8.q15mulr_sat_s(g, i16x8.splat(YG)));
  y = v128.add<i16>(y, i16x8.q15mulr_sat_s(b, i16x8.splat(YB)));
  return v128.shr<u16>(y, 7);
}

/** Means of 2×2 pixels: rows averaged, then neighbours. */
@inline function meanOfFour(upper0: v128, upper1: v128, lower0: v128, lower1: v128): v128 {
  const first = v128.avgr<u16>(upper0, lower0);
  const second = v128.avgr<u16>(upper1, lower1);
  const even = v128.shuffle<i16>(first, second, 0, 2, 4, 6, 8, 10, 12, 14);
  const odd = v128.shuffle<i16>(first, second, 1, 3, 5, 7, 9, 11, 13, 15);
  return v128.avgr<u16>(even, odd);
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
  else {
    putFew(at, v128.extract_lane<u64>(bytes, 0), min(left, 8));
    putFew(at + 8, v128.extract_lane<u64>(bytes, 1), left - 8);
  }
}

@inline function put8(at: usize, bytes: v128, left: i32): void {
  if (left >= 8) v128.store64_lane(at, bytes, 0);
  else putFew(at, v128.extract_lane<u64>(bytes, 0), left);
}

function putFew(at: usize, bytes: u64, count: i32): void {
  for (let i = 0; i < count; i++, bytes >>= 8) store<u8>(at + i, <u8>bytes);
}
