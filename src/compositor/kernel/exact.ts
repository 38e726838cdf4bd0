// Sprites of their own size on whole pixels: rows are copied, or blended pixel for pixel, in fours that never straddle
// two tiles. Around a picture there are transparent pixels enough for the first and the last four of a row.

import { alphaMask, blend, tinted } from './blend';
import { Sprite } from './record';
import { frame, frameStride } from './state';

export function paintExact(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  const shiftX = -(<i32>sprite.tx);
  const shiftY = -(<i32>sprite.ty);
  const spans = sprite.spans;
  // Where column 0 of the screen would be in its row 0.
  const source = sprite.pixels + <usize>((shiftY + 1) * sprite.stride + (shiftX + 1) * 4);
  if (sprite.solid) {
    const innerLeft = (left + 3) & ~3;
    const innerRight = right & ~3;
    copyPixels(sprite, source, innerLeft, top, innerRight, bottom);
    for (let y = top; y < bottom; y++) {
      const row = source + <usize>(y * sprite.stride);
      const target = frame + <usize>(y * frameStride);
      if (left < innerLeft) paintPixels(sprite, row, target, left & ~3, min(innerLeft, right));
      if (innerRight < right && innerRight >= innerLeft) paintPixels(sprite, row, target, innerRight, right);
    }
    return;
  }
  for (let y = top; y < bottom; y++) {
    const span = spans + (<usize>(y + shiftY) << 3);
    const first = max(<i32>load<i16>(span) - shiftX, left);
    const end = min(<i32>load<i16>(span, 2) - shiftX, right);
    if (first >= end) continue;
    const row = source + <usize>(y * sprite.stride);
    const target = frame + <usize>(y * frameStride);
    const hole0 = (min(<i32>load<i16>(span, 4) - shiftX, end) + 3) & ~3;
    const hole1 = max(<i32>load<i16>(span, 6) - shiftX, first) & ~3;
    if (hole0 >= hole1) paintPixels(sprite, row, target, first & ~3, end);
    else {
      paintPixels(sprite, row, target, first & ~3, hole0);
      paintPixels(sprite, row, target, hole1, end);
    }
  }
}

/**
 * Copies whole fours, down before across: large pictures lie far off in memory, and so many rows are asked for at once.
 */
function copyPixels(sprite: Sprite, source: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  const tint = sprite.fineTint();
  const plain = sprite.modulate == FULL;
  const stride = sprite.stride;
  const toStride = frameStride;
  for (let x = left; x < right; x += 4) {
    let from = source + <usize>(top * stride + x * 4);
    let to = frame + <usize>(top * toStride + x * 4);
    const end = to + <usize>((bottom - top) * toStride);
    if (plain) for (; to < end; to += toStride, from += stride) v128.store(to, v128.load(from));
    else for (; to < end; to += toStride, from += stride) v128.store(to, tinted(v128.load(from), tint));
  }
}

const FULL: u64 = 0x7fff7fff7fff7fff;

function paintPixels(sprite: Sprite, source: usize, target: usize, x: i32, end: i32): void {
  const how = sprite.how;
  const left = sprite.boxLeft;
  const right = sprite.boxRight;
  const tint = sprite.fineTint();
  const plain = sprite.modulate == FULL;
  const alphas = alphaMask();
  for (; x < end; x += 4) {
    let four = v128.load(source + ((<usize>x) << 2));
    if (x < left || x + 4 > right) four = edge(four, x, left, right);
    blend(plain ? four : tinted(four, tint), target + ((<usize>x) << 2), how, alphas);
  }
}

/** The pixels of a four that lie in the box. */
function edge(four: v128, x: i32, left: i32, right: i32): v128 {
  const columns = v128.add<i32>(i32x4.splat(x), i32x4(0, 1, 2, 3));
  const within = v128.and(v128.ge<i32>(columns, i32x4.splat(left)), v128.lt<i32>(columns, i32x4.splat(right)));
  return v128.and(four, within);
}
