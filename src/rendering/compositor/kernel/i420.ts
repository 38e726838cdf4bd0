// Conversion to I420: BT.709, limited range, one luma sample per pixel, one pair of chroma samples per 2×2 pixels.

import { tileSize } from '../layout.ts';
import { dirtyTiles, frame, frameStride, height, tilesAcross, width } from './frame-buffer.ts';
import { highBytes, lowBytes } from './pixels/bytes.ts';
import { firstProducts, otherProducts, upperBytes } from './pixels/halves.ts';
import { timesFraction } from './pixels/relaxed.ts';

// The luma weights times 219/255, as fractions of 256. Their rounding errors cancel out for greys.
const lumaRed: i8 = 47;
const lumaGreen: i8 = <i8>157;
const lumaBlue: i8 = 16;
// The chroma weights times 224/255, as fractions of 32768: red, green and blue of U, then of V. They are loaded once per run
// of tiles; the engine would rebuild constants for every two rows.
const chromaWeights = memory.data<i16>(
  [
    -3298, -3298, -3298, -3298, -3298, -3298, -3298, -3298, -11094, -11094, -11094, -11094, -11094, -11094, -11094,
    -11094, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392, 14392,
    14392, -13073, -13073, -13073, -13073, -13073, -13073, -13073, -13073, -1320, -1320, -1320, -1320, -1320, -1320,
    -1320, -1320,
  ],
  16,
);

// The current row of tiles: the addresses of its samples, the chroma stride, and how many rows of pixels it has.
let luma: usize = 0;
let u: usize = 0;
let v: usize = 0;
let chromaStride: i32 = 0;
let rows: i32 = 0;

/** Converts the changed tiles of a row, or all tiles, into the planes Y, U and V at `planes`, rows without gaps. */
export function convertRowToI420(planes: usize, row: i32, all: bool): void {
  const top = row * tileSize;
  rows = min(tileSize, height - top);
  chromaStride = (width + 1) >> 1;
  luma = planes + <usize>(top * width);
  u = planes + <usize>(width * height + (top >> 1) * chromaStride);
  v = u + <usize>(chromaStride * ((height + 1) >> 1));
  const wholeEnd = rows & 1 ? 0 : width / tileSize;
  for (let column = 0; column < tilesAcross; ) {
    if (!all && !isDirty(row, column)) {
      column++;
      continue;
    }
    const first = column;
    while (column < tilesAcross && (all || isDirty(row, column))) column++;
    const end = max(first, min(column, wholeEnd));
    const source = frame + <usize>(top * frameStride);
    if (first < end) convertWhole(source, first * tileSize, end * tileSize);
    if (end < column) convertEdge(source, end * tileSize, column * tileSize);
  }
}

/** @inline */
function isDirty(row: i32, column: i32): bool {
  return load<u8>(dirtyTiles + <usize>(row * tilesAcross + column)) !== 0;
}

function convertWhole(source: usize, x: i32, end: i32): void {
  convert(source, x, end, true);
}

/** Converts tiles that the right or the bottom edge of the frame cuts. */
function convertEdge(source: usize, x: i32, end: i32): void {
  convert(source, x, end, false);
}

/** Goes through pairs of pixel rows, so that it reads and writes memory in order. @inline */
function convert(source: usize, first: i32, end: i32, whole: bool): void {
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
    // If the number of rows is odd, the last one also stands for the missing one below.
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
      storeLuma(toLuma, lumaOf(red0, green0, blue0), left, whole);
      const q0 = v128.load(lower);
      const q1 = v128.load(lower, 16);
      const q2 = v128.load(lower, 32);
      const q3 = v128.load(lower, 48);
      const red1 = red(q0, q1, q2, q3);
      const green1 = green(q0, q1, q2, q3);
      const blue1 = blue(q0, q1, q2, q3);
      if (isPair) storeLuma(toLuma + lumaStride, lumaOf(red1, green1, blue1), left, whole);
      const r = meanOfFour(red0, red1);
      const g = meanOfFour(green0, green1);
      const b = meanOfFour(blue0, blue1);
      // Eight samples of U, then eight of V.
      const chroma = i8x16.narrow_i16x8_u(chromaOf(r, g, b, ur, ug, ub), chromaOf(r, g, b, vr, vg, vb));
      storeChroma(toU, toV, chroma, left, whole);
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

// Each extracts one channel of sixteen pixels.
/** @inline */
function red(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return lowBytes(lowBytes(p0, p1), lowBytes(p2, p3));
}
/** @inline */
function green(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return lowBytes(highBytes(p0, p1), highBytes(p2, p3));
}
/** @inline */
function blue(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return highBytes(lowBytes(p0, p1), lowBytes(p2, p3));
}

/** @inline */
function lumaOf(r: v128, g: v128, b: v128): v128 {
  const black = i16x8.splat(16 * 256 + 128);
  let first = v128.add<i16>(black, firstProducts(r, i8x16.splat(lumaRed)));
  let other = v128.add<i16>(black, otherProducts(r, i8x16.splat(lumaRed)));
  first = v128.add<i16>(first, firstProducts(g, i8x16.splat(lumaGreen)));
  other = v128.add<i16>(other, otherProducts(g, i8x16.splat(lumaGreen)));
  first = v128.add<i16>(first, firstProducts(b, i8x16.splat(lumaBlue)));
  other = v128.add<i16>(other, otherProducts(b, i8x16.splat(lumaBlue)));
  return upperBytes(first, other);
}

/** Returns the means of 2×2 samples, shifted left by seven. @inline */
function meanOfFour(upper: v128, lower: v128): v128 {
  const sum = v128.add<i16>(i16x8.extadd_pairwise_i8x16_u(upper), i16x8.extadd_pairwise_i8x16_u(lower));
  return v128.shl<i16>(sum, 5);
}

/** @inline */
function chromaOf(r: v128, g: v128, b: v128, cr: v128, cg: v128, cb: v128): v128 {
  let c = v128.add<i16>(timesFraction(r, cr), i16x8.splat(128 * 128 + 64));
  c = v128.add<i16>(c, timesFraction(g, cg));
  c = v128.add<i16>(c, timesFraction(b, cb));
  return v128.shr<u16>(c, 7);
}

/** @inline */
function storeLuma(at: usize, bytes: v128, left: i32, whole: bool): void {
  if (whole || left >= 16) v128.store(at, bytes);
  else storeFew(at, bytes, left);
}

/** Stores eight samples of U and eight of V. @inline */
function storeChroma(toU: usize, toV: usize, bytes: v128, left: i32, whole: bool): void {
  if (whole || left >= 15) {
    v128.store64_lane(toU, bytes, 0);
    v128.store64_lane(toV, bytes, 1);
  } else {
    storeFew(toU, bytes, (left + 1) >> 1);
    storeFew(toV, v128.shuffle<i64>(bytes, bytes, 1, 0), (left + 1) >> 1);
  }
}

function storeFew(at: usize, bytes: v128, count: i32): void {
  for (let i = 0; i < count; i++) {
    store<u8>(at + i, i8x16.extract_lane_u(bytes, 0));
    bytes = i8x16.swizzle(bytes, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
  }
}
