// Sprites at their own size between whole pixels: every screen pixel is a mean of four image pixels with the same weights,
// so the weights, tint and alpha included, are computed once for the whole sprite.

import { blendAccumulate, blendAdd, blendOver } from '../../layout.ts';
import { frame, frameStride } from '../frame-buffer.ts';
import { spanBytes } from '../image/image.ts';
import { alphaMask, blend, tinted } from '../pixels/blend.ts';
import { divideBy255, firstProducts, otherProducts } from '../pixels/halves.ts';
import { loopConstant } from '../pixels/loop-constant.ts';
import { Sprite } from '../record.ts';

/** Paints the part of a sprite in a box of the screen. */
export function paintSubpixel(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.blendMode === blendOver) blendOverRows(sprite, left, top, right, bottom);
  else if (sprite.blendMode === blendAdd) blendAddRows(sprite, left, top, right, bottom);
  else blendAccumulateRows(sprite, left, top, right, bottom);
}

// Separate functions for the same reason as in scaled.ts.
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
  const alphas = alphaMask();
  // The offset from a screen pixel to the upper left of its four image pixels, in padded coordinates.
  const toU = <i32>Math.floor(sprite.uc);
  const toV = <i32>Math.floor(sprite.vc);
  const tint = sprite.tint8();
  const down = fractionBytes(sprite.vc - <f64>toV);
  // Each weight is a product or the remainder, so the four add up to the tint, whatever rounding does.
  const rights = tinted(tint, fractionBytes(sprite.uc - <f64>toU));
  const lefts = v128.sub<i8>(tint, rights);
  const lowerRight = loopConstant(tinted(rights, down));
  const upperRight = loopConstant(v128.sub<i8>(rights, lowerRight));
  const lowerLeft = loopConstant(tinted(lefts, down));
  const upperLeft = loopConstant(v128.sub<i8>(lefts, lowerLeft));
  const spans = sprite.spans;
  const stride = sprite.stride;
  const lastRow = sprite.height - 1;
  const end = min(bottom, sprite.height + 1 - toV);
  for (let y = max(top, -toV); y < end; y++) {
    const row = y + toV;
    const above = v128.load64_zero(spans + <usize>max(row - 1, 0) * spanBytes);
    const below = v128.load64_zero(spans + <usize>min(row, lastRow) * spanBytes);
    // The union of both rows' spans, and their common hole, at once.
    const minima = i64x2.extract_lane(v128.min<i16>(above, below), 0);
    const maxima = i64x2.extract_lane(v128.max<i16>(above, below), 0);
    // An image pixel reaches into two screen pixels. Rows are painted in aligned quads, which never straddle two tiles.
    let x = max(<i32>(<i16>minima) - toU, left) & ~3;
    const endX = min(<i32>(<i16>(maxima >> 16)) + 1 - toU, right);
    const hole = (min(<i32>(<i16>(maxima >> 32)) + 1 - toU, endX) + 3) & ~3;
    const afterHole = max(<i32>(minima >> 48) - toU, x) & ~3;
    const target = frame + <usize>(y * frameStride);
    const source = sprite.pixels + <usize>(row * stride + toU * 4);
    let stop = hole < afterHole ? hole : endX;
    for (;;) {
      let from = source + ((<usize>x) << 2);
      let at = target + ((<usize>x) << 2);
      const last = target + ((<usize>stop) << 2);
      for (; at < last; at += 16, from += 16) {
        const a = v128.load(from);
        const b = v128.load(from, 4);
        const c = v128.load(from + stride);
        const d = v128.load(from + stride, 4);
        const first = v128.add<i16>(
          v128.add<i16>(firstProducts(a, upperLeft), firstProducts(b, upperRight)),
          v128.add<i16>(firstProducts(c, lowerLeft), firstProducts(d, lowerRight)),
        );
        const other = v128.add<i16>(
          v128.add<i16>(otherProducts(a, upperLeft), otherProducts(b, upperRight)),
          v128.add<i16>(otherProducts(c, lowerLeft), otherProducts(d, lowerRight)),
        );
        blend(divideBy255(first, other), at, blendMode, alphas);
      }
      if (stop >= endX) break;
      x = afterHole;
      stop = endX;
    }
  }
}

/** Returns a fraction of 256 in all bytes. @inline */
function fractionBytes(fraction: f64): v128 {
  return i8x16.splat(<i8>(<i32>(fraction * 256)));
}
