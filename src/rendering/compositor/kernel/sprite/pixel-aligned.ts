// Sprites at their own size on whole pixels: rows are copied or blended pixel for pixel, in aligned quads, which never
// straddle two tiles. The padding of an image is wide enough for the first and the last quad of a row. Rows are short and
// many, so everything that is the same for all of them is computed before the first.

import { blendAccumulate, blendAdd, blendOver, tileSize } from '../../layout.ts';
import { frame, frameStride } from '../frame-buffer.ts';
import { Image, spanBytes } from '../image/image.ts';
import { alphaMask, alphasOf, blend, tinted } from '../pixels/blend.ts';
import { divideBy255, firstProducts, otherProducts } from '../pixels/halves.ts';
import { Sprite } from '../record.ts';

/** Paints the part of a sprite in a box of the screen. */
export function paintPixelAligned(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  const shiftX = -(<i32>sprite.tx);
  const shiftY = -(<i32>sprite.ty);
  // The image pixel that belongs to screen pixel (0, 0).
  const source = sprite.pixels + <usize>((shiftY + 1) * sprite.stride + (shiftX + 1) * 4);
  const image = changetype<Image>(sprite.image);
  if (image.isOpaque && sprite.blendMode === blendOver) {
    const innerLeft = (left + 3) & ~3;
    const innerRight = right & ~3;
    if (sprite.hidesBelow) copyPixels(sprite, source, innerLeft, top, innerRight, bottom);
    else fadePixels(sprite, source, innerLeft, top, innerRight, bottom);
    for (let y = top; y < bottom; y++) {
      const row = source + <usize>(y * sprite.stride);
      const target = frame + <usize>(y * frameStride);
      if (left < innerLeft) paintPixels(sprite, row, target, left & ~3, min(innerLeft, right));
      if (innerRight < right && innerRight >= innerLeft) paintPixels(sprite, row, target, innerRight, right);
    }
    return;
  }
  const isUntinted = sprite.tint === noTint;
  const isCropped = sprite.cropLeft > 0 || sprite.cropRight < <f32>sprite.width || image.hasSharpEdges;
  if (isCropped) paintCropped(sprite, source, left, top, right, bottom);
  else if (sprite.blendMode === blendAdd) paintRows(sprite, source, left, top, right, bottom, false, blendAdd);
  else if (sprite.blendMode === blendAccumulate)
    paintRows(sprite, source, left, top, right, bottom, false, blendAccumulate);
  else if (isUntinted) paintRows(sprite, source, left, top, right, bottom, true, blendOver);
  else paintRows(sprite, source, left, top, right, bottom, false, blendOver);
}

/** Paints the visible pixels of each row, without its hole. @inline */
function paintRows(
  sprite: Sprite,
  source: usize,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  isUntinted: bool,
  blendMode: i32,
): void {
  const shiftX = -(<i32>sprite.tx);
  const tint = sprite.tint8();
  const stride = sprite.stride;
  const toStride = frameStride;
  let spans = sprite.spans + <usize>(top - <i32>sprite.ty) * spanBytes;
  let row = source + <usize>(top * stride);
  let target = frame + <usize>(top * toStride);
  const last = frame + <usize>(bottom * toStride);
  for (; target < last; target += toStride, row += stride, spans += spanBytes) {
    const span = load<u64>(spans);
    const first = max(<i32>(<i16>span) - shiftX, left) & ~3;
    const end = min(<i32>(<i16>(span >> 16)) - shiftX, right);
    const hole = (min(<i32>(<i16>(span >> 32)) - shiftX, end) + 3) & ~3;
    const afterHole = max(<i32>(<i16>(span >> 48)) - shiftX, first) & ~3;
    let x = first;
    let stop = hole < afterHole ? hole : end;
    for (;;) {
      const here = (<usize>x) << 2;
      if (x < stop) paintQuads(row + here, target + here, target + ((<usize>stop) << 2), tint, isUntinted, blendMode);
      if (stop >= end) break;
      x = afterHole;
      stop = end;
    }
  }
}

/** Does the same, but masks the pixels outside the box. */
function paintCropped(sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  const shiftX = -(<i32>sprite.tx);
  const shiftY = -(<i32>sprite.ty);
  for (let y = top; y < bottom; y++) {
    const span = sprite.spans + <usize>(y + shiftY) * spanBytes;
    const first = max(<i32>load<i16>(span) - shiftX, left);
    const end = min(<i32>load<i16>(span, 2) - shiftX, right);
    if (first >= end) continue;
    paintPixels(sprite, source + <usize>(y * sprite.stride), frame + <usize>(y * frameStride), first & ~3, end);
  }
}

/**
 * Copies whole quads, column by column: large images are not in the cache, and this way many rows are fetched at once. The
 * first quad of a tile's row brings the cache line of the other three, which are copied together afterwards.
 */
function copyPixels(sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.tint === noTint) copyColumns(sprite, source, left, top, right, bottom, true);
  else copyColumns(sprite, source, left, top, right, bottom, false);
}

/** @inline */
function copyColumns(
  sprite: Sprite,
  source: usize,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  isUntinted: bool,
): void {
  const tint = sprite.tint8();
  const stride = sprite.stride;
  const toStride = frameStride;
  const rows = <usize>((bottom - top) * toStride);
  for (let x = left; x < right; x += 4) {
    const first = source + <usize>(top * stride + x * 4);
    const at = frame + <usize>(top * toStride + x * 4);
    const end = at + rows;
    for (let to = at, from = first; to < end; to += toStride, from += stride) {
      v128.store(to, isUntinted ? v128.load(from) : tinted(v128.load(from), tint));
    }
    if (x + tileSize > right) continue;
    for (let to = at, from = first; to < end; to += toStride, from += stride) {
      const second = v128.load(from, 16);
      const third = v128.load(from, 32);
      const fourth = v128.load(from, 48);
      v128.store(to, isUntinted ? second : tinted(second, tint), 16);
      v128.store(to, isUntinted ? third : tinted(third, tint), 32);
      v128.store(to, isUntinted ? fourth : tinted(fourth, tint), 48);
    }
    x += tileSize - 4;
  }
}

/** The tint of a sprite that is painted as it is. */
export const noTint: u64 = 0x7fff7fff7fff7fff;

/** Blends whole quads of an opaque image that has the same alpha everywhere. */
function fadePixels(sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  const tint = sprite.tint8();
  const rest = v128.not(alphasOf(tint));
  for (let y = top; y < bottom; y++) {
    let from = source + <usize>(y * sprite.stride + left * 4);
    let at = frame + <usize>(y * frameStride + left * 4);
    const end = at + <usize>((right - left) * 4);
    for (; at < end; at += 16, from += 16) {
      const above = v128.load(from);
      const below = v128.load(at);
      const first = v128.add<i16>(firstProducts(above, tint), firstProducts(below, rest));
      const other = v128.add<i16>(otherProducts(above, tint), otherProducts(below, rest));
      v128.store(at, divideBy255(first, other));
    }
  }
}

/** Paints the quads of a row from column `x`, a multiple of four, up to the quad that contains column `end`. */
function paintPixels(sprite: Sprite, source: usize, target: usize, x: i32, end: i32): void {
  let from = source + ((<usize>x) << 2);
  let at = target + ((<usize>x) << 2);
  if (x < sprite.boxLeft) {
    paintEdge(sprite, from, at, x);
    x += 4;
    from += 16;
    at += 16;
  }
  const wholeEnd = end > (sprite.boxRight & ~3) ? sprite.boxRight & ~3 : (end + 3) & ~3;
  if (x < wholeEnd) {
    const last = target + ((<usize>wholeEnd) << 2);
    const tint = sprite.tint8();
    const isUntinted = sprite.tint === noTint;
    if (sprite.blendMode === blendAdd) paintQuads(from, at, last, tint, false, blendAdd);
    else if (sprite.blendMode === blendOver && isUntinted) paintQuads(from, at, last, tint, true, blendOver);
    else if (sprite.blendMode === blendOver) paintQuads(from, at, last, tint, false, blendOver);
    else paintQuads(from, at, last, tint, false, blendAccumulate);
    x = wholeEnd;
  }
  if (x < end) paintEdge(sprite, source + ((<usize>x) << 2), target + ((<usize>x) << 2), x);
}

/** Blends two quads while the next two are being loaded: more loads in flight mean less waiting. @inline */
function paintQuads(from: usize, at: usize, end: usize, tint: v128, isUntinted: bool, blendMode: i32): void {
  const alphas = alphaMask();
  let first = v128.load(from);
  let second = v128.load(from, 16);
  for (; at + 16 < end; at += 32, from += 32) {
    const third = v128.load(from, 32);
    const fourth = v128.load(from, 48);
    blend(isUntinted ? first : tinted(first, tint), at, blendMode, alphas);
    blend(isUntinted ? second : tinted(second, tint), at + 16, blendMode, alphas);
    first = third;
    second = fourth;
  }
  if (at < end) blend(isUntinted ? first : tinted(first, tint), at, blendMode, alphas);
}

/** Paints the pixels of a quad that lie inside the box. */
function paintEdge(sprite: Sprite, from: usize, at: usize, x: i32): void {
  const columns = v128.add<i32>(i32x4.splat(x), i32x4(0, 1, 2, 3));
  const left = v128.ge<i32>(columns, i32x4.splat(sprite.boxLeft));
  const right = v128.lt<i32>(columns, i32x4.splat(sprite.boxRight));
  const quad = v128.and(v128.load(from), v128.and(left, right));
  blend(tinted(quad, sprite.tint8()), at, sprite.blendMode, alphaMask());
}
