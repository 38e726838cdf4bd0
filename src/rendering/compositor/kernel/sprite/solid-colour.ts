// Sprites of one colour, under any affine map: each pixel whose centre is inside gets that colour.

import { blendAccumulate, blendAdd, blendOver } from '../../layout.ts';
import { frame, frameStride } from '../frame-buffer.ts';
import { pixelAt } from '../image/image.ts';
import { alphaMask, blend, tinted } from '../pixels/blend.ts';
import { Sprite } from '../record.ts';
import { findInterval, intervalEnd, intervalStart } from './row-interval.ts';

/** Paints the part of a sprite in a box of the screen. */
export function paintSolidColour(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  const colour = tinted(v128.load32_splat(pixelAt(sprite.pixels, sprite.width, 0, 0)), sprite.tint8());
  for (let y = top; y < bottom; y++) {
    findInterval(sprite, y, left, right);
    if (intervalStart >= intervalEnd) continue;
    const row = frame + <usize>(y * frameStride);
    const first = <i32>Math.ceil(intervalStart);
    const end = <i32>Math.ceil(intervalEnd);
    if (sprite.blendMode === blendOver) paintColumns(colour, row, first, end, blendOver);
    else if (sprite.blendMode === blendAdd) paintColumns(colour, row, first, end, blendAdd);
    else paintColumns(colour, row, first, end, blendAccumulate);
  }
}

/** Paints a row in aligned quads, which never straddle two tiles, and masks the pixels outside of the first and last. @inline */
function paintColumns(colour: v128, row: usize, first: i32, end: i32, blendMode: i32): void {
  const alphas = alphaMask();
  let x = first & ~3;
  if (x < first) {
    paintPartOfQuad(colour, row, x, first, end, blendMode);
    x += 4;
  }
  let at = row + ((<usize>x) << 2);
  const last = row + ((<usize>(end & ~3)) << 2);
  for (; at < last; at += 16) blend(colour, at, blendMode, alphas);
  if (x <= (end & ~3) && end & 3) paintPartOfQuad(colour, row, end & ~3, first, end, blendMode);
}

function paintPartOfQuad(colour: v128, row: usize, x: i32, first: i32, end: i32, blendMode: i32): void {
  const columns = v128.add<i32>(i32x4.splat(x), i32x4(0, 1, 2, 3));
  const inside = v128.and(v128.ge<i32>(columns, i32x4.splat(first)), v128.lt<i32>(columns, i32x4.splat(end)));
  blend(v128.and(colour, inside), row + ((<usize>x) << 2), blendMode, alphaMask());
}
