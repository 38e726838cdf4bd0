// Sprites that are scaled but not rotated. A screen row lies between two image rows: these are mixed into one row first, and
// its pixels are then mixed with their neighbours. The position of a screen column is the same in every row, so it is
// computed once, and screen rows are painted in pairs, for which it is loaded once:
//
//   offsets: for two columns each, where their neighbours begin in the mixed row
//   columns: for four columns each, two swizzle masks that pick left, left, right and right neighbour out of the four pixels
//            from these offsets on (nothing for a column outside the image), and the weights of the neighbours, tint and alpha
//            included: in the order of the masks, but for x86-64 those of all left neighbours first
//
// Columns outside the image have no weight, so rows are painted in whole aligned quads, which never straddle two tiles.

import { blendAccumulate, blendAdd, blendOver, tileSize } from '../../layout.ts';
import {
  bandRows,
  columnBytes,
  columnTable,
  frame,
  frameStride,
  mixedRow,
  nextMixedRow,
  tilesAcross,
} from '../frame-buffer.ts';
import { spanBytes } from '../image/image.ts';
import { alphaMask, blend, tinted } from '../pixels/blend.ts';
import { divideBy255, firstProducts, otherProducts } from '../pixels/halves.ts';
import { isForX64, pickBytes } from '../pixels/relaxed.ts';
import { Sprite } from '../record.ts';
import { mixRows } from './mix-rows.ts';

/** Paints the part of a sprite in a box of the screen; its columns must be prepared. */
export function paintScaled(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.blendMode === blendOver) blendOverRows(sprite, left, top, right, bottom);
  else if (sprite.blendMode === blendAdd) blendAddRows(sprite, left, top, right, bottom);
  else blendAccumulateRows(sprite, left, top, right, bottom);
}

// Separate functions: in a single one, the compiler would merge the three loops into one that tests the blend mode per quad.
function blendOverRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  paintRows(sprite, left, top, right, bottom, blendOver);
}
function blendAddRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  paintRows(sprite, left, top, right, bottom, blendAdd);
}
function blendAccumulateRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  paintRows(sprite, left, top, right, bottom, blendAccumulate);
}

/** @inline */
function paintRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32, blendMode: i32): void {
  const origin = sprite.boxLeft & ~3;
  const uc = sprite.uc;
  const scale = 1 / sprite.ua;
  const vb = sprite.vb;
  const vc = sprite.vc;
  const minV = sprite.minV;
  const maxV = sprite.maxV;
  const spans = sprite.spans;
  const lastRow = sprite.height - 1;
  const pixels = sprite.pixels;
  const stride = sprite.stride;
  let isPair = false;
  for (let y = top; y < bottom; y += isPair ? 2 : 1) {
    const v = vb * <f64>y + vc;
    isPair = false;
    if (v < minV || v >= maxV) continue;
    const nextV = vb * <f64>(y + 1) + vc;
    isPair = y + 1 < bottom && nextV >= minV && nextV < maxV;
    const row = <i32>v;
    const nextRow = isPair ? <i32>nextV : row;
    // The union of the spans of these image rows, and their common hole, at once.
    const span0 = v128.load64_zero(spans + <usize>max(row - 1, 0) * spanBytes);
    const span1 = v128.load64_zero(spans + <usize>min(row, lastRow) * spanBytes);
    const span2 = v128.load64_zero(spans + <usize>max(nextRow - 1, 0) * spanBytes);
    const span3 = v128.load64_zero(spans + <usize>min(nextRow, lastRow) * spanBytes);
    const minimum = v128.min<i16>(v128.min<i16>(span0, span1), v128.min<i16>(span2, span3));
    const maximum = v128.max<i16>(v128.max<i16>(span0, span1), v128.max<i16>(span2, span3));
    const minima = i64x2.extract_lane(minimum, 0);
    const maxima = i64x2.extract_lane(maximum, 0);
    const first = <i32>(<i16>minima);
    const end = <i32>(<i16>(maxima >> 16));
    if (first >= end) continue;
    const weight = <i32>((v - <f64>row) * 32 + 0.5);
    const nextWeight = <i32>((nextV - <f64>nextRow) * 32 + 0.5);
    const source = pixels + <usize>(row * stride);
    const nextSource = isPair ? pixels + <usize>(nextRow * stride) : 0;
    const target = frame + <usize>(y * frameStride + origin * 4);
    // Image columns from `first` to `end` reach one padded column further on either side.
    const e0 = <i32>((<f64>first - uc) * scale);
    const e1 = <i32>((<f64>(end + 1) - uc) * scale);
    let quad = (max(left, min(e0, e1)) - origin) >> 2;
    const endQuad = (min(right, max(e0, e1) + 1) - origin + 3) >> 2;
    let stop = endQuad;
    let afterHole = endQuad;
    const hole0 = <i32>(<i16>(maxima >> 32));
    const hole1 = <i32>(minima >> 48);
    if (hole1 - hole0 > 2) {
      const h0 = <i32>((<f64>(hole0 + 1) - uc) * scale);
      const h1 = <i32>((<f64>hole1 - uc) * scale);
      const holeQuad = (min(h0, h1) + 1 - origin + 3) >> 2;
      const afterQuad = (max(h0, h1) - origin) >> 2;
      if (holeQuad < afterQuad) {
        stop = min(holeQuad, endQuad);
        afterHole = max(quad, afterQuad);
      }
    }
    for (;;) {
      paintRun(source, weight, nextSource, nextWeight, stride, target, quad, stop, blendMode);
      if (stop >= endQuad) break;
      quad = afterHole;
      stop = endQuad;
    }
  }
}

// The column tables of the current sprite. The first table of the memory serves sprites that lie in one band; sprites that
// reach into several bands keep tables of their own behind it, as long as there is space.
let columns: usize = 0;
let offsets: usize = 0;
let keptEnd: usize = 0;

/** Forgets the tables that sprites have kept. */
export function resetColumns(): void {
  keptEnd = columnTable + <usize>(tilesAcross * tileSize * columnBytes);
}

/** Selects a sprite's column table, and computes it unless it was kept. */
export function prepareColumns(sprite: Sprite, keep: bool): void {
  const left = sprite.boxLeft & ~3;
  const end = (sprite.boxRight + 3) & ~3;
  const isKept = sprite.columns !== 0;
  if (!isKept && keep) reserveColumns(sprite, (<usize>(end - left) * columnBytes + 15) & ~15);
  columns = sprite.columns !== 0 ? sprite.columns : columnTable;
  offsets = columns + ((<usize>(end - left)) << 4);
  if (!isKept) computeColumns(sprite, left, end);
}

function reserveColumns(sprite: Sprite, bytes: usize): void {
  const isInOneBand = sprite.boxTop / (bandRows * tileSize) === (sprite.boxBottom - 1) / (bandRows * tileSize);
  if (isInOneBand || keptEnd + bytes > mixedRow) return;
  sprite.columns = keptEnd;
  keptEnd += bytes;
}

function computeColumns(sprite: Sprite, left: i32, end: i32): void {
  const ua = sprite.ua;
  const uc = sprite.uc;
  const e0 = (sprite.minU - uc) / ua;
  const e1 = (sprite.maxU - uc) / ua;
  const from = <i32>Math.ceil(Math.min(e0, e1));
  const last = <i32>Math.ceil(Math.max(e0, e1)) - 1;
  const limit = sprite.width;
  const tint = sprite.tint8();
  // 32.32 fixed point is exact enough to show no error.
  const step = <i64>(ua * 4294967296.0);
  let u = <i64>((ua * <f64>left + uc) * 4294967296.0);
  let offset = offsets;
  for (let x = left; x < end; x += 2, offset += 4) {
    const i0 = max(0, min(limit, <i32>(u >> 32)));
    const f0 = fraction(u);
    u += step;
    const i1 = max(0, min(limit, <i32>(u >> 32)));
    const f1 = fraction(u);
    u += step;
    const first = min(i0, i1);
    store<u32>(offset, first << 2);
    const left0 = x < from || x > last ? pickNone : pick(i0 - first);
    const left1 = x + 1 < from || x + 1 > last ? pickNone : pick(i1 - first);
    const lefts = left0 | (left1 << 32);
    // The first two columns of a quad, or the last two.
    const quad = columns + ((<usize>((x - left) >> 2)) << 6);
    const half = <usize>(x & 2);
    store<u64>(quad + (half << 3), lefts);
    store<u64>(quad + (half << 3), lefts + onePixelRight, 8);
    const rights = tinted(i64x2.splat(f0 | (f1 << 32)), tint);
    const weights = quad + 32 + (half << (isForX64 ? 2 : 3));
    v128.store64_lane(weights, v128.sub<i8>(tint, rights), 0);
    v128.store64_lane(weights + (isForX64 ? 16 : 8), rights, 0);
  }
}

const pickNone: u64 = 0x80808080;
const onePixelRight: u64 = 0x0404040404040404;

/** Returns the swizzle lanes of a pixel, relative to the columns' first neighbour; levels keep it within three pixels. @inline */
function pick(pixel: i32): u64 {
  return 0x03020100 + <u64>min(pixel, 2) * 0x04040404;
}

/** Returns the fraction of a 32.32 number in four equal bytes. @inline */
function fraction(u: i64): u64 {
  return ((u >> 24) & 0xff) * 0x01010101;
}

/** Paints a run of quads in one row or, if `nextSource` is not 0, in two. @inline */
function paintRun(
  source: usize,
  weight: i32,
  nextSource: usize,
  nextWeight: i32,
  stride: i32,
  target: usize,
  quad: i32,
  end: i32,
  blendMode: i32,
): void {
  if (quad >= end) return;
  const first = load<u32>(offsets + ((<usize>quad) << 3));
  const last = load<u32>(offsets + ((<usize>end) << 3) - 4);
  const begin = min(first, last);
  const count = (max(first, last) - begin + 31) >> 4;
  mixRows(source + begin, stride, count, weight, mixedRow);
  if (nextSource === 0) {
    blendQuads(begin, target, quad, end, blendMode, false);
    return;
  }
  mixRows(nextSource + begin, stride, count, nextWeight, nextMixedRow);
  blendQuads(begin, target, quad, end, blendMode, true);
}

/** Blends the quads of the mixed row, or of both; `begin` is the offset that the mixed rows begin with. @inline */
function blendQuads(begin: usize, target: usize, quad: i32, end: i32, blendMode: i32, isPair: bool): void {
  const alphas = alphaMask();
  const pixels = mixedRow - begin;
  const nextPixels = nextMixedRow - begin;
  const targetStride = frameStride;
  const stop = target + ((<usize>end) << 4);
  let offset = offsets + ((<usize>quad) << 3);
  let column = columns + ((<usize>quad) << 6);
  for (let at = target + ((<usize>quad) << 4); at < stop; at += 16, offset += 8, column += 64) {
    const both = load<u64>(offset);
    const firstOffset = <usize>(<u32>both);
    const lastOffset = <usize>(both >> 32);
    const firstMask = v128.load(column);
    const lastMask = v128.load(column, 16);
    const weights0 = v128.load(column, 32);
    const weights1 = v128.load(column, 48);
    const first = pickBytes(v128.load(pixels + firstOffset), firstMask);
    const last = pickBytes(v128.load(pixels + lastOffset), lastMask);
    const mixed = mixNeighbours(first, last, weights0, weights1);
    if (isPair) {
      const nextFirst = pickBytes(v128.load(nextPixels + firstOffset), firstMask);
      const nextLast = pickBytes(v128.load(nextPixels + lastOffset), lastMask);
      const nextMixed = mixNeighbours(nextFirst, nextLast, weights0, weights1);
      blend(mixed, at, blendMode, alphas);
      blend(nextMixed, at + targetStride, blendMode, alphas);
    } else blend(mixed, at, blendMode, alphas);
  }
}

/** Mixes the pixels of a quad, two from `first` and two from `last`, from their neighbours. @inline */
function mixNeighbours(first: v128, last: v128, weights0: v128, weights1: v128): v128 {
  if (!isForX64) return divideBy255(mixPair(first, weights0), mixPair(last, weights1));
  const lefts = v128.shuffle<u64>(first, last, 0, 2);
  const rights = v128.shuffle<u64>(first, last, 1, 3);
  return divideBy255(
    v128.add<i16>(firstProducts(lefts, weights0), firstProducts(rights, weights1)),
    v128.add<i16>(otherProducts(lefts, weights0), otherProducts(rights, weights1)),
  );
}

/** Mixes two pixels from their neighbours: left and left in the first half, right and right in the other. @inline */
function mixPair(neighbours: v128, weights: v128): v128 {
  return v128.add<i16>(firstProducts(neighbours, weights), otherProducts(neighbours, weights));
}
