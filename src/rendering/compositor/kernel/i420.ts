// BT.709, limited range, 4:2:0: one luma sample a pixel, one pair of chroma samples for four.

import { highBytes, lowBytes } from './blend';
import { dirty, frame, frameStride, height, TILE, tilesAcross, width } from './state';

// Fractions of 256: 219/255 of the luma weights. Their errors cancel out for greys.
const YR: i8 = 47;
const YG: i8 = <i8>157;
const YB: i8 = 16;
// Fractions of 32768: 224/255 of the chroma weights, for red, green and blue: those of U, then those of V. They are read
// once a tile; written down where they are used, each would be built anew for every two rows.
const chromaWeights = memory.data<i16>([
  -3298, -3298, -3298, -3298, -3298, -3298, -3298, -3298,
  -11094, -11094, -11094, -11094, -11094, -11094, -11094, -11094,
  14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392,
  14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392,
  -13073, -13073, -13073, -13073, -13073, -13073, -13073, -13073,
  -1320, -1320, -1320, -1320, -1320, -1320, -1320, -1320,
]);

// Of the row of tiles at hand: where its samples lie, and how far it is from one row of them to the next.
let luma: usize = 0;
let u: usize = 0;
let v: usize = 0;
let chromaStride: i32 = 0;
let rows: i32 = 0;

/** Converts the changed tiles of a row, or all of them, into planes at `planes`: Y, then U, then V, rows without gaps. */
export function rowToI420(planes: usize, row: i32, all: bool): void {
  const top = row * TILE;
  rows = min(TILE, height - top);
  chromaStride = (width + 1) >> 1;
  luma = planes + <usize>(top * width);
  u = planes + <usize>(width * height + (top >> 1) * chromaStride);
  v = u + <usize>(chromaStride * ((height + 1) >> 1));
  const wholeEnd = rows & 1 ? 0 : width / TILE;
  for (let column = 0; column < tilesAcross; ) {
    if (!all && !isDirty(row, column)) {
      column++;
      continue;
    }
    const first = column;
    while (column < tilesAcross && (all || isDirty(row, column))) column++;
    const end = max(first, min(column, wholeEnd));
    const source = frame + <usize>(top * frameStride);
    if (first < end) convertWhole(source, first * TILE, end * TILE);
    if (end < column) convertEdge(source, end * TILE, column * TILE);
  }
}

@inline function isDirty(row: i32, column: i32): bool {
  return load<u8>(dirty + <usize>(row * tilesAcross + column)) != 0;
}

function convertWhole(source: usize, x: i32, end: i32): void {
  convert(source, x, end, true);
}

/** Tiles whose last columns, or the lower of whose last two rows, are not there. */
function convertEdge(source: usize, x: i32, end: i32): void {
  convert(source, x, end, false);
}

/** Two rows of pixels after the other, so that memory is read and written as it lies. */
@inline function convert(source: usize, first: i32, end: i32, whole: bool): void {
  const ur = v128.load(chromaWeights);
  const ug = v128.load(chromaWeights, 16);
  const ub = v128.load(chromaWeights, 32);
  const vr = v128.load(chromaWeights, 48);
  const vg = v128.load(chromaWeights, 64);
  const vb = v128.load(chromaWeights, 80);
  const stride = frameStride;
  const lumaStride = width;
  const chromaStep = chromaStride;
  let pair = source + ((<usize>first) << 2);
  let lumaPair = luma + <usize>first;
  let uPair = u + <usize>(first >> 1);
  let vPair = v + <usize>(first >> 1);
  for (let y = rows; y > 0; y -= 2) {
    // The last row of an odd number of them stands for the one that is missing.
    const isPair = whole || y > 1;
    let upper = pair;
    let lower = isPair ? upper + <usize>stride : upper;
    let toLuma = lumaPair;
    let toU = uPair;
    let toV = vPair;
    const last = upper + ((<usize>(end - first)) << 2);
    let left = lumaStride - first;
    for (; upper < last; upper += 64) {
      const p0 = v128.load(upper);
      const p1 = v128.load(upper, 16);
      const p2 = v128.load(upper, 32);
      const p3 = v128.load(upper, 48);
      const red0 = red(p0, p1, p2, p3);
      const green0 = green(p0, p1, p2, p3);
      const blue0 = blue(p0, p1, p2, p3);
      put16(toLuma, lumaOf(red0, green0, blue0), left, whole);
      const q0 = v128.load(lower);
      const q1 = v128.load(lower, 16);
      const q2 = v128.load(lower, 32);
      const q3 = v128.load(lower, 48);
      const red1 = red(q0, q1, q2, q3);
      const green1 = green(q0, q1, q2, q3);
      const blue1 = blue(q0, q1, q2, q3);
      if (isPair) put16(toLuma + lumaStride, lumaOf(red1, green1, blue1), left, whole);
      const r = meanOfFour(red0, red1);
      const g = meanOfFour(green0, green1);
      const b = meanOfFour(blue0, blue1);
      // Eight samples of U, then eight of V.
      const chroma = i8x16.narrow_i16x8_u(chromaOf(r, g, b, ur, ug, ub), chromaOf(r, g, b, vr, vg, vb));
      put8(toU, toV, chroma, left, whole);
      lower += 64;
      toLuma += 16;
      toU += 8;
      toV += 8;
      left -= 16;
    }
    pair += stride << 1;
    lumaPair += lumaStride << 1;
    uPair += chromaStep;
    vPair += chromaStep;
  }
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

@inline function chromaOf(r: v128, g: v128, b: v128, cr: v128, cg: v128, cb: v128): v128 {
  let c = v128.add<i16>(i16x8.q15mulr_sat_s(r, cr), i16x8.splat(128 * 128 + 64));
  c = v128.add<i16>(c, i16x8.q15mulr_sat_s(g, cg));
  c = v128.add<i16>(c, i16x8.q15mulr_sat_s(b, cb));
  return v128.shr<u16>(c, 7);
}

@inline function put16(at: usize, bytes: v128, left: i32, whole: bool): void {
  if (whole || left >= 16) v128.store(at, bytes);
  else putFew(at, bytes, left);
}

/** Eight samples to either place. */
@inline function put8(first: usize, second: usize, bytes: v128, left: i32, whole: bool): void {
  if (whole || left >= 15) {
    v128.store64_lane(first, bytes, 0);
    v128.store64_lane(second, bytes, 1);
  } else {
    putFew(first, bytes, (left + 1) >> 1);
    putFew(second, v128.shuffle<i64>(bytes, bytes, 1, 0), (left + 1) >> 1);
  }
}

function putFew(at: usize, bytes: v128, count: i32): void {
  for (let i = 0; i < count; i++) {
    store<u8>(at + i, i8x16.extract_lane_u(bytes, 0));
    bytes = i8x16.swizzle(bytes, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
  }
}
