// Sprites: a picture under an affine map, tinted, faded, covering or adding. The inverse map is walked in 16.16 fixed
// point; upright sprites have their own loop, with one vertical weight a row and the empty parts of each row left out.

import {
  alphaMask,
  between,
  blendFour,
  blendOne,
  blendTwo,
  counterMask,
  narrow,
  narrowOne,
  secondMask,
  widen,
  widenHigh,
} from './blend';
import {
  imageHeight,
  imageWidth,
  isOpaque,
  levelAt,
  levelCount,
  levelHeight,
  levelPixels,
  levelSpans,
  levelWidth,
} from './image';
import { findRun, runEnd, runFirst } from './runs';
import { frame, frameStride, height, TILE, width } from './state';
import { touch } from './tiles';

// The sprite at hand, set by `aim`.
let pixels: usize = 0;
let stride: i32 = 0;
let spans: usize = 0;
let levelW: i32 = 0;
let levelH: i32 = 0;
let upright: bool = false;
/** Pixel for pixel: no scale, no turn, no fraction. */
let exact: bool = false;
let opaque: bool = false;
/** Padded level coordinates of a screen pixel's centre: u = ua·x + ub·y + uc. */
let ua: f64 = 0;
let ub: f64 = 0;
let uc: f64 = 0;
let va: f64 = 0;
let vb: f64 = 0;
let vc: f64 = 0;
let modulate: v128 = i16x8.splat(0);
let additive: bool = false;
/** The part of the level that shows, in padded level coordinates. */
let cropLeft: f64 = 0;
let cropTop: f64 = 0;
let cropRight: f64 = 0;
let cropBottom: f64 = 0;
/** Screen pixels the sprite can touch. */
let boxLeft: i32 = 0;
let boxTop: i32 = 0;
let boxRight: i32 = 0;
let boxBottom: i32 = 0;

/** Takes a record's sprite into the variables above; false when nothing of it can be seen. */
function aim(record: usize): bool {
  const image = load<usize>(record, 4);
  let a = <f64>load<f32>(record, 8);
  let b = <f64>load<f32>(record, 12);
  let c = <f64>load<f32>(record, 16);
  let d = <f64>load<f32>(record, 20);
  const tx = <f64>load<f32>(record, 24);
  const ty = <f64>load<f32>(record, 28);

  const shrink = Math.min(Math.sqrt(a * a + b * b), Math.sqrt(c * c + d * d));
  let level = 0;
  let size = 1.0;
  while (shrink * size < 0.5 && level + 1 < levelCount(image)) {
    level++;
    size *= 2.0;
  }
  a *= size;
  b *= size;
  c *= size;
  d *= size;

  const at = levelAt(image, level);
  pixels = levelPixels(at);
  spans = levelSpans(at);
  levelW = levelWidth(at);
  levelH = levelHeight(at);
  stride = (levelW + 2) * 4;
  upright = b == 0 && c == 0;
  exact = upright && level == 0 && a == 1 && d == 1 && tx == Math.floor(tx) && ty == Math.floor(ty);
  opaque = isOpaque(image);
  additive = load<u8>(record, 1) != 0;
  modulate = v128.load64_splat(record + 32);

  const determinant = a * d - b * c;
  if (determinant == 0 || determinant != determinant) return false;
  // Half a pixel to the centre on the screen, half back from the centre in the picture, one for the padding.
  ua = d / determinant;
  ub = -c / determinant;
  uc = ua * (0.5 - tx) + ub * (0.5 - ty) + 0.5;
  va = -b / determinant;
  vb = a / determinant;
  vc = va * (0.5 - tx) + vb * (0.5 - ty) + 0.5;

  const left = <f64>load<f32>(record, 40) / size;
  const top = <f64>load<f32>(record, 44) / size;
  const right = <f64>load<f32>(record, 48) / size;
  const bottom = <f64>load<f32>(record, 52) / size;
  const whole =
    left <= 0 && top <= 0 && right * size >= <f64>imageWidth(image) && bottom * size >= <f64>imageHeight(image);
  // A whole picture fades out over the padding; a cropped edge is cut where a pixel's centre falls inside.
  cropLeft = whole ? 0 : left + 0.5;
  cropTop = whole ? 0 : top + 0.5;
  cropRight = whole ? <f64>levelW + 1 : right + 0.5;
  cropBottom = whole ? <f64>levelH + 1 : bottom + 0.5;

  const x0 = a * (cropLeft - 0.5) + c * (cropTop - 0.5) + tx;
  const x1 = a * (cropRight - 0.5) + c * (cropTop - 0.5) + tx;
  const x2 = a * (cropLeft - 0.5) + c * (cropBottom - 0.5) + tx;
  const x3 = a * (cropRight - 0.5) + c * (cropBottom - 0.5) + tx;
  const y0 = b * (cropLeft - 0.5) + d * (cropTop - 0.5) + ty;
  const y1 = b * (cropRight - 0.5) + d * (cropTop - 0.5) + ty;
  const y2 = b * (cropLeft - 0.5) + d * (cropBottom - 0.5) + ty;
  const y3 = b * (cropRight - 0.5) + d * (cropBottom - 0.5) + ty;
  boxLeft = <i32>Math.max(0, Math.floor(Math.min(Math.min(x0, x1), Math.min(x2, x3))));
  boxRight = <i32>Math.min(<f64>width, Math.ceil(Math.max(Math.max(x0, x1), Math.max(x2, x3))));
  boxTop = <i32>Math.max(0, Math.floor(Math.min(Math.min(y0, y1), Math.min(y2, y3))));
  boxBottom = <i32>Math.min(<f64>height, Math.ceil(Math.max(Math.max(y0, y1), Math.max(y2, y3))));
  return boxLeft < boxRight && boxTop < boxBottom;
}

export function markSprite(record: usize, hash: u64): void {
  if (!aim(record)) return;
  const firstRow = boxTop / TILE;
  const lastRow = (boxBottom - 1) / TILE;
  for (let row = firstRow; row <= lastRow; row++) {
    if (!upright || ua < 0) {
      touch(row, boxLeft / TILE, (boxRight - 1) / TILE, hash);
      continue;
    }
    uniteSpans(max(row * TILE, boxTop), min(row * TILE + TILE, boxBottom));
    if (seenFirst >= seenEnd) continue;
    const left = max(boxLeft, toScreenFloor(seenFirst));
    const right = min(boxRight, toScreenCeil(seenEnd + 1));
    if (left >= right) continue;
    const first = left / TILE;
    const last = (right - 1) / TILE;
    // Tiles wholly inside the hole of every row keep what they show.
    const holeFirst = (toScreenCeil(holeStart + 1) + TILE - 1) / TILE;
    const holeLast = toScreenFloor(holeEnd) / TILE - 1;
    if (holeStart < holeEnd && holeFirst <= holeLast && holeFirst > first && holeLast < last) {
      touch(row, first, holeFirst - 1, hash);
      touch(row, holeLast + 1, last, hash);
    } else touch(row, first, last, hash);
  }
}

// What the rows of a level between two screen rows have in common, in unpadded level pixels.
let seenFirst: i32 = 0;
let seenEnd: i32 = 0;
let holeStart: i32 = 0;
let holeEnd: i32 = 0;

function uniteSpans(top: i32, bottom: i32): void {
  const v0 = vb * <f64>top + vc;
  const v1 = vb * <f64>(bottom - 1) + vc;
  const first = max(<i32>Math.floor(Math.min(v0, v1)) - 1, 0);
  const last = min(<i32>Math.floor(Math.max(v0, v1)), levelH - 1);
  seenFirst = levelW;
  seenEnd = 0;
  holeStart = 0;
  holeEnd = levelW;
  for (let y = first; y <= last; y++) {
    const span = spans + (<usize>y << 3);
    seenFirst = min(seenFirst, <i32>load<i16>(span));
    seenEnd = max(seenEnd, <i32>load<i16>(span, 2));
    holeStart = max(holeStart, <i32>load<i16>(span, 4));
    holeEnd = min(holeEnd, <i32>load<i16>(span, 6));
  }
}

/** The first screen pixel whose centre may see the level's column `u` (unpadded), and the first beyond it. */
@inline function toScreenFloor(u: i32): i32 {
  return <i32>Math.max(0, Math.min(32767, Math.floor((<f64>u - uc) / ua)));
}
@inline function toScreenCeil(u: i32): i32 {
  return <i32>Math.max(0, Math.min(32767, Math.ceil((<f64>u - uc) / ua) + 1));
}

export function paintSprite(record: usize): void {
  if (!aim(record)) return;
  const end = (boxRight + TILE - 1) / TILE;
  for (let row = boxTop / TILE; row * TILE < boxBottom; row++) {
    const top = max(row * TILE, boxTop);
    const bottom = min(row * TILE + TILE, boxBottom);
    for (let column = boxLeft / TILE; findRun(row, column, end); column = runEnd) {
      const left = max(runFirst * TILE, boxLeft);
      const right = min(runEnd * TILE, boxRight);
      if (exact) paintExact(left, top, right, bottom);
      else if (upright) paintUpright(left, top, right, bottom);
      else paintTurned(left, top, right, bottom);
    }
  }
}

function paintExact(left: i32, top: i32, right: i32, bottom: i32): void {
  const shiftX = <i32>Math.floor(uc - 1);
  const shiftY = <i32>Math.floor(vc - 1);
  const firstColumn = <i32>Math.max(0, Math.ceil(cropLeft - 1));
  const endColumn = <i32>Math.min(<f64>levelW, Math.ceil(cropRight - 1));
  const solid = opaque && !additive && v128.extract_lane<i16>(modulate, 3) == 32767;
  for (let y = top; y < bottom; y++) {
    const row = y + shiftY;
    if (row < 0 || row >= levelH || <f64>row + 1 < cropTop || <f64>row + 1 >= cropBottom) continue;
    const span = spans + (<usize>row << 3);
    const first = max(max(<i32>load<i16>(span), firstColumn), left + shiftX);
    const end = min(min(<i32>load<i16>(span, 2), endColumn), right + shiftX);
    if (first >= end) continue;
    const source = pixels + <usize>((row + 1) * stride + 4);
    const target = frame + <usize>(y * frameStride) - ((<usize>shiftX) << 2);
    if (solid) copyPixels(source, target, first, end);
    else {
      const hole0 = min(<i32>load<i16>(span, 4), end);
      const hole1 = max(<i32>load<i16>(span, 6), first);
      if (hole0 >= hole1) blendPixels(source, target, first, end);
      else {
        blendPixels(source, target, first, hole0);
        blendPixels(source, target, hole1, end);
      }
    }
  }
}

function copyPixels(source: usize, target: usize, first: i32, end: i32): void {
  const tint = modulate;
  let from = source + ((<usize>first) << 2);
  let at = target + ((<usize>first) << 2);
  let count = end - first;
  for (; count > 3; count -= 4, from += 16, at += 16) {
    const four = v128.load(from);
    v128.store(at, narrow(i16x8.q15mulr_sat_s(widen(four), tint), i16x8.q15mulr_sat_s(widenHigh(four), tint)));
  }
  for (; count > 0; count--, from += 4, at += 4) {
    v128.store32_lane(at, narrowOne(i16x8.q15mulr_sat_s(widen(v128.load32_zero(from)), tint)), 0);
  }
}

function blendPixels(source: usize, target: usize, first: i32, end: i32): void {
  const tint = modulate;
  const light = additive;
  const spread = alphaMask();
  let from = source + ((<usize>first) << 2);
  let at = target + ((<usize>first) << 2);
  let count = end - first;
  for (; count > 3; count -= 4, from += 16, at += 16) {
    const four = v128.load(from);
    const first = i16x8.q15mulr_sat_s(widen(four), tint);
    const second = i16x8.q15mulr_sat_s(widenHigh(four), tint);
    blendFour(first, second, at, light, spread);
  }
  for (; count > 0; count--, from += 4, at += 4) {
    blendOne(i16x8.q15mulr_sat_s(widen(v128.load32_zero(from)), tint), at, light, spread);
  }
}

function paintUpright(left: i32, top: i32, right: i32, bottom: i32): void {
  const step = <i32>Math.round(ua * 65536);
  for (let y = top; y < bottom; y++) {
    const v = vb * <f64>y + vc;
    if (v < cropTop || v >= cropBottom) continue;
    const row = <i32>v;
    const above = max(row - 1, 0);
    const below = min(row, levelH - 1);
    const upper = spans + (<usize>above << 3);
    const lower = spans + (<usize>below << 3);
    const first = min(<i32>load<i16>(upper), <i32>load<i16>(lower));
    const end = max(<i32>load<i16>(upper, 2), <i32>load<i16>(lower, 2));
    if (first >= end) continue;
    const hole0 = max(<i32>load<i16>(upper, 4), <i32>load<i16>(lower, 4));
    const hole1 = min(<i32>load<i16>(upper, 6), <i32>load<i16>(lower, 6));

    const weight = <i32>((v - <f64>row) * 128);
    const source = pixels + <usize>(row * stride);
    const target = frame + <usize>(y * frameStride);
    // Columns from `first` to `end` of the picture reach one padded column to either side.
    const from = Math.max(<f64>first, cropLeft);
    const to = Math.min(<f64>end + 1, cropRight);
    if (hole1 - hole0 < 8 || <f64>(hole1 - hole0) < 8 * Math.abs(ua)) {
      paintColumns(source, target, left, right, from, to, step, weight);
    } else {
      paintColumns(source, target, left, right, from, Math.min(to, <f64>hole0 + 1), step, weight);
      paintColumns(source, target, left, right, Math.max(from, <f64>hole1), to, step, weight);
    }
  }
}

/** Paints the screen pixels of one row whose u lies in [from, to). */
function paintColumns(
  source: usize,
  target: usize,
  left: i32,
  right: i32,
  from: f64,
  to: f64,
  step: i32,
  weight: i32,
): void {
  const e0 = (from - uc) / ua;
  const e1 = (to - uc) / ua;
  let x = max(left, <i32>Math.ceil(Math.min(e0, e1)));
  let end = min(right, <i32>Math.ceil(Math.max(e0, e1)));
  if (x >= end) return;
  // The walk in fixed point may drift by a few 65536ths: pixels that would leave the padded row are left out.
  const limit = ((levelW + 1) << 16) - 1;
  let u = <i32>Math.floor((ua * <f64>x + uc) * 65536);
  for (; x < end && (u < 0 || u > limit); x++) u += step;
  for (let last = u + step * (end - 1 - x); x < end && (last < 0 || last > limit); end--) last -= step;

  let at = target + ((<usize>x) << 2);
  const below = source + stride;
  const tint = modulate;
  const light = additive;
  const spread = alphaMask();
  const second = secondMask();
  const counter = counterMask();
  const up = i8x16.splat(<i8>(128 - weight));
  const down = i8x16.splat(<i8>weight);
  for (; x + 3 < end; x += 4, at += 16) {
    const i0 = column(u);
    const p0 = between(source + i0, below + i0, up, down, fraction(u), counter);
    u += step;
    const i1 = column(u);
    const p1 = between(source + i1, below + i1, up, down, fraction(u), counter);
    u += step;
    const i2 = column(u);
    const p2 = between(source + i2, below + i2, up, down, fraction(u), counter);
    u += step;
    const i3 = column(u);
    const p3 = between(source + i3, below + i3, up, down, fraction(u), counter);
    u += step;
    const first = i16x8.q15mulr_sat_s(v128.bitselect(p1, p0, second), tint);
    const last = i16x8.q15mulr_sat_s(v128.bitselect(p3, p2, second), tint);
    blendFour(first, last, at, light, spread);
  }
  for (; x < end; x++, at += 4, u += step) {
    const i = column(u);
    const p = between(source + i, below + i, up, down, fraction(u), counter);
    blendOne(i16x8.q15mulr_sat_s(p, tint), at, light, spread);
  }
}

/** Where a column of a row of pixels lies, and how far on the next one is, as a weight. */
@inline function column(u: i32): usize {
  return <usize>((u >> 14) & ~3);
}
@inline function fraction(u: i32): v128 {
  return i16x8.splat(<i16>((u & 0xffff) >> 1));
}

function paintTurned(left: i32, top: i32, right: i32, bottom: i32): void {
  const tint = modulate;
  const light = additive;
  const spread = alphaMask();
  const second = secondMask();
  const counter = counterMask();
  for (let y = top; y < bottom; y++) {
    // The stretch of this row inside the picture, from both pairs of edges.
    const u0 = ub * <f64>y + uc;
    const v0 = vb * <f64>y + vc;
    let from = <f64>left;
    let to = <f64>right;
    if (ua != 0) {
      const e0 = (cropLeft - u0) / ua;
      const e1 = (cropRight - u0) / ua;
      from = Math.max(from, Math.min(e0, e1));
      to = Math.min(to, Math.max(e0, e1));
    } else if (u0 < cropLeft || u0 >= cropRight) continue;
    if (va != 0) {
      const e0 = (cropTop - v0) / va;
      const e1 = (cropBottom - v0) / va;
      from = Math.max(from, Math.min(e0, e1));
      to = Math.min(to, Math.max(e0, e1));
    } else if (v0 < cropTop || v0 >= cropBottom) continue;
    let x = <i32>Math.ceil(from);
    const end = <i32>Math.ceil(to);
    if (x >= end) continue;

    limitU = ((levelW + 1) << 16) - 1;
    limitV = ((levelH + 1) << 16) - 1;
    const stepU = <i32>Math.round(ua * 65536);
    const stepV = <i32>Math.round(va * 65536);
    let u = <i32>Math.floor((ua * <f64>x + u0) * 65536);
    let v = <i32>Math.floor((va * <f64>x + v0) * 65536);
    let at = frame + <usize>(y * frameStride + x * 4);
    for (; x + 1 < end; x += 2, at += 8, u += stepU * 2, v += stepV * 2) {
      const p = turnedPixel(u, v, counter);
      const q = turnedPixel(u + stepU, v + stepV, counter);
      const both = v128.bitselect(q, p, second);
      if (v128.any_true(both)) blendTwo(i16x8.q15mulr_sat_s(both, tint), at, light, spread);
    }
    if (x < end) blendOne(i16x8.q15mulr_sat_s(turnedPixel(u, v, counter), tint), at, light, spread);
  }
}

let limitU: i32 = 0;
let limitV: i32 = 0;

@inline function turnedPixel(u: i32, v: i32, counter: v128): v128 {
  const cu = min(max(u, 0), limitU);
  const cv = min(max(v, 0), limitV);
  const from = pixels + <usize>((cv >> 16) * stride) + column(cu);
  const weight = (cv & 0xffff) >> 9;
  const up = i8x16.splat(<i8>(128 - weight));
  return between(from, from + stride, up, i8x16.splat(<i8>weight), fraction(cu), counter);
}
