// Sprites of their own size on whole pixels: rows are copied, or blended pixel for pixel, in fours that never straddle
// two tiles. Around a picture there are transparent pixels enough for the first and the last four of a row. Rows are
// short and many: what is the same for all of them is found out before the first.

import { ADD, alphaMask, blend, COVER, GATHER, share, tinted } from './blend';
import { isOpaque, isSharp } from './image';
import { Sprite } from './record';
import { frame, frameStride, TILE } from './state';

export function paintExact(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  const shiftX = -(<i32>sprite.tx);
  const shiftY = -(<i32>sprite.ty);
  // Where column 0 of the screen would be in its row 0.
  const source = sprite.pixels + <usize>((shiftY + 1) * sprite.stride + (shiftX + 1) * 4);
  if (isOpaque(sprite.source) && sprite.how == COVER) {
    const innerLeft = (left + 3) & ~3;
    const innerRight = right & ~3;
    if (sprite.solid) copyPixels(sprite, source, innerLeft, top, innerRight, bottom);
    else fadePixels(sprite, source, innerLeft, top, innerRight, bottom);
    for (let y = top; y < bottom; y++) {
      const row = source + <usize>(y * sprite.stride);
      const target = frame + <usize>(y * frameStride);
      if (left < innerLeft) paintPixels(sprite, row, target, left & ~3, min(innerLeft, right));
      if (innerRight < right && innerRight >= innerLeft) paintPixels(sprite, row, target, innerRight, right);
    }
    return;
  }
  const plain = sprite.modulate == FULL;
  const cut = sprite.left > 0 || sprite.right < <f32>sprite.width || isSharp(sprite.source);
  if (cut) paintCropped(sprite, source, left, top, right, bottom);
  else if (sprite.how == ADD) paintRows(sprite, source, left, top, right, bottom, false, ADD);
  else if (sprite.how == GATHER) paintRows(sprite, source, left, top, right, bottom, false, GATHER);
  else if (plain) paintRows(sprite, source, left, top, right, bottom, true, COVER);
  else paintRows(sprite, source, left, top, right, bottom, false, COVER);
}

/** Paints what is seen of each row, and a hole in it not. */
@inline function paintRows(
  sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32, plain: bool, how: u8,
): void {
  const shiftX = -(<i32>sprite.tx);
  const tint = sprite.tint();
  const stride = sprite.stride;
  const toStride = frameStride;
  let spans = sprite.spans + (<usize>(top - <i32>sprite.ty) << 3);
  let row = source + <usize>(top * stride);
  let target = frame + <usize>(top * toStride);
  const last = frame + <usize>(bottom * toStride);
  for (; target < last; target += toStride, row += stride, spans += 8) {
    const span = load<u64>(spans);
    const first = max(<i32>(<i16>span) - shiftX, left) & ~3;
    const end = min(<i32>(<i16>(span >> 16)) - shiftX, right);
    const hole = (min(<i32>(<i16>(span >> 32)) - shiftX, end) + 3) & ~3;
    const behind = max(<i32>(<i16>(span >> 48)) - shiftX, first) & ~3;
    let x = first;
    let stop = hole < behind ? hole : end;
    for (;;) {
      const here = (<usize>x) << 2;
      if (x < stop) paintFours(row + here, target + here, target + ((<usize>stop) << 2), tint, plain, how);
      if (stop >= end) break;
      x = behind;
      stop = end;
    }
  }
}

/** The same, where what lies beside the box is not to be seen. */
function paintCropped(sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  const shiftX = -(<i32>sprite.tx);
  const shiftY = -(<i32>sprite.ty);
  for (let y = top; y < bottom; y++) {
    const span = sprite.spans + (<usize>(y + shiftY) << 3);
    const first = max(<i32>load<i16>(span) - shiftX, left);
    const end = min(<i32>load<i16>(span, 2) - shiftX, right);
    if (first >= end) continue;
    paintPixels(sprite, source + <usize>(y * sprite.stride), frame + <usize>(y * frameStride), first & ~3, end);
  }
}

/**
 * Copies whole fours, down before across: large pictures lie far off in memory, and so many rows are asked for at once. The
 * first four of a tile's row brings the other three along, which are copied together then.
 */
function copyPixels(sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.modulate == FULL) copyColumns(sprite, source, left, top, right, bottom, true);
  else copyColumns(sprite, source, left, top, right, bottom, false);
}

@inline function copyColumns(
  sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32, plain: bool,
): void {
  const tint = sprite.tint();
  const stride = sprite.stride;
  const toStride = frameStride;
  const rows = <usize>((bottom - top) * toStride);
  for (let x = left; x < right; x += 4) {
    const first = source + <usize>(top * stride + x * 4);
    const at = frame + <usize>(top * toStride + x * 4);
    const end = at + rows;
    for (let to = at, from = first; to < end; to += toStride, from += stride) {
      v128.store(to, plain ? v128.load(from) : tinted(v128.load(from), tint));
    }
    if (x + TILE > right) continue;
    for (let to = at, from = first; to < end; to += toStride, from += stride) {
      const second = v128.load(from, 16);
      const third = v128.load(from, 32);
      const fourth = v128.load(from, 48);
      v128.store(to, plain ? second : tinted(second, tint), 16);
      v128.store(to, plain ? third : tinted(third, tint), 32);
      v128.store(to, plain ? fourth : tinted(fourth, tint), 48);
    }
    x += TILE - 4;
  }
}

const FULL: u64 = 0x7fff7fff7fff7fff;

/** Blends whole fours of a picture that covers everywhere the same part of what lies below. */
function fadePixels(sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  const tint = sprite.tint();
  const rest = v128.not(i8x16.swizzle(tint, alphaMask()));
  for (let y = top; y < bottom; y++) {
    let from = source + <usize>(y * sprite.stride + left * 4);
    let at = frame + <usize>(y * frameStride + left * 4);
    const end = at + <usize>((right - left) * 4);
    for (; at < end; at += 16, from += 16) {
      const above = v128.load(from);
      const below = v128.load(at);
      const low = v128.add<i16>(i16x8.extmul_low_i8x16_u(above, tint), i16x8.extmul_low_i8x16_u(below, rest));
      const high = v128.add<i16>(i16x8.extmul_high_i8x16_u(above, tint), i16x8.extmul_high_i8x16_u(below, rest));
      v128.store(at, share(low, high));
    }
  }
}

/** Paints a row's fours from column `x` on, which is a multiple of four, up to the one that column `end` falls into. */
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
    const tint = sprite.tint();
    const plain = sprite.modulate == FULL;
    if (sprite.how == ADD) paintFours(from, at, last, tint, false, ADD);
    else if (sprite.how == COVER && plain) paintFours(from, at, last, tint, true, COVER);
    else if (sprite.how == COVER) paintFours(from, at, last, tint, false, COVER);
    else paintFours(from, at, last, tint, false, GATHER);
    x = wholeEnd;
  }
  if (x < end) paintEdge(sprite, source + ((<usize>x) << 2), target + ((<usize>x) << 2), x);
}

/** Two fours at a time, and the next two are on their way: the more is asked for at once, the less has to be waited for. */
@inline function paintFours(from: usize, at: usize, end: usize, tint: v128, plain: bool, how: u8): void {
  const alphas = alphaMask();
  let first = v128.load(from);
  let second = v128.load(from, 16);
  for (; at + 16 < end; at += 32, from += 32) {
    const third = v128.load(from, 32);
    const fourth = v128.load(from, 48);
    blend(plain ? first : tinted(first, tint), at, how, alphas);
    blend(plain ? second : tinted(second, tint), at + 16, how, alphas);
    first = third;
    second = fourth;
  }
  if (at < end) blend(plain ? first : tinted(first, tint), at, how, alphas);
}

/** Paints those pixels of a four that lie in the box. */
function paintEdge(sprite: Sprite, from: usize, at: usize, x: i32): void {
  const columns = v128.add<i32>(i32x4.splat(x), i32x4(0, 1, 2, 3));
  const left = v128.ge<i32>(columns, i32x4.splat(sprite.boxLeft));
  const right = v128.lt<i32>(columns, i32x4.splat(sprite.boxRight));
  const four = v128.and(v128.load(from), v128.and(left, right));
  blend(tinted(four, sprite.tint()), at, sprite.how, alphaMask());
}
