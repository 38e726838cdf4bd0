// Pictures of one colour, whatever map they are under: each pixel whose centre lies within is that colour.

import { ADD, alphaMask, blend, COVER, GATHER, tinted } from './blend';
import { pixelAt } from './image';
import { Sprite } from './record';
import { frame, frameStride } from './state';
import { beginStretch, stretchFrom, stretchTo, within } from './stretch';

export function paintPlain(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  const colour = tinted(v128.load32_splat(pixelAt(sprite.pixels, sprite.width, 0, 0)), sprite.tint());
  for (let y = top; y < bottom; y++) {
    beginStretch(<f64>left, <f64>right);
    within(sprite.ub * <f64>y + sprite.uc, sprite.ua, sprite.cropLeft, sprite.cropRight);
    within(sprite.vb * <f64>y + sprite.vc, sprite.va, sprite.cropTop, sprite.cropBottom);
    if (stretchFrom >= stretchTo) continue;
    const row = frame + <usize>(y * frameStride);
    const first = <i32>Math.ceil(stretchFrom);
    const end = <i32>Math.ceil(stretchTo);
    if (sprite.how == COVER) paintColumns(colour, row, first, end, COVER);
    else if (sprite.how == ADD) paintColumns(colour, row, first, end, ADD);
    else paintColumns(colour, row, first, end, GATHER);
  }
}

/** Paints a row in fours, which never straddle two tiles, but for those of the first and the last that lie outside. */
@inline function paintColumns(colour: v128, row: usize, first: i32, end: i32, how: u8): void {
  const alphas = alphaMask();
  let x = first & ~3;
  if (x < first) {
    paintSome(colour, row, x, first, end, how);
    x += 4;
  }
  let at = row + ((<usize>x) << 2);
  const last = row + ((<usize>(end & ~3)) << 2);
  for (; at < last; at += 16) blend(colour, at, how, alphas);
  if (x <= (end & ~3) && end & 3) paintSome(colour, row, end & ~3, first, end, how);
}

function paintSome(colour: v128, row: usize, x: i32, first: i32, end: i32, how: u8): void {
  const columns = v128.add<i32>(i32x4.splat(x), i32x4(0, 1, 2, 3));
  const seen = v128.and(v128.ge<i32>(columns, i32x4.splat(first)), v128.lt<i32>(columns, i32x4.splat(end)));
  blend(v128.and(colour, seen), row + ((<usize>x) << 2), how, alphaMask());
}
