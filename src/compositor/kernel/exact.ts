// Sprites of their own size on whole pixels: rows are copied, or blended pixel for pixel, in fours that never straddle
// two tiles. Around a picture there are transparent pixels enough for the first and the last four of a row.

import { alphaMask, blend, tinted } from './blend';
import { Sprite } from './record';
import { frame, frameStride } from './state';

export function paintExact(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  const shiftX = -(<i32>sprite.tx);
  const shiftY = -(<i32>sprite.ty);
  const spans = sprite.spans;
  for (let y = top; y < bottom; y++) {
    const row = y + shiftY;
    const span = spans + (<usize>row << 3);
    const first = max(<i32>load<i16>(span) - shiftX, left);
    const end = min(<i32>load<i16>(span, 2) - shiftX, right);
    if (first >= end) continue;
    // Where column 0 of the screen would be in this row.
    const source = sprite.pixels + <usize>((row + 1) * sprite.stride + (shiftX + 1) * 4);
    const target = frame + <usize>(y * frameStride);
    const hole0 = (min(<i32>load<i16>(span, 4) - shiftX, end) + 3) & ~3;
    const hole1 = max(<i32>load<i16>(span, 6) - shiftX, first) & ~3;
    if (hole0 >= hole1) paintPixels(sprite, source, target, first & ~3, end);
    else {
      paintPixels(sprite, source, target, first & ~3, hole0);
      paintPixels(sprite, source, target, hole1, end);
    }
  }
}

const FULL: u64 = 0x7fff7fff7fff7fff;

function paintPixels(sprite: Sprite, source: usize, target: usize, x: i32, end: i32): void {
  const additive = sprite.additive;
  const left = sprite.boxLeft;
  const right = sprite.boxRight;
  const tint = sprite.tint();
  const plain = sprite.modulate == FULL;
  const alphas = alphaMask();
  if (sprite.solid) {
    if (x < left) {
      const four = edge(v128.load(source + ((<usize>x) << 2)), x, left, right);
      blend(tinted(four, tint), target + ((<usize>x) << 2), false, alphas);
      x += 4;
    }
    for (; x + 4 <= right && x < end; x += 4) {
      const four = v128.load(source + ((<usize>x) << 2));
      v128.store(target + ((<usize>x) << 2), plain ? four : tinted(four, tint));
    }
  }
  for (; x < end; x += 4) {
    let four = v128.load(source + ((<usize>x) << 2));
    if (x < left || x + 4 > right) four = edge(four, x, left, right);
    blend(plain ? four : tinted(four, tint), target + ((<usize>x) << 2), additive, alphas);
  }
}

/** The pixels of a four that lie in the box. */
function edge(four: v128, x: i32, left: i32, right: i32): v128 {
  const columns = v128.add<i32>(i32x4.splat(x), i32x4(0, 1, 2, 3));
  const within = v128.and(v128.ge<i32>(columns, i32x4.splat(left)), v128.lt<i32>(columns, i32x4.splat(right)));
  return v128.and(four, within);
}
