// Sprites under any affine map: steps along screen rows in 16.16 fixed point, a quad at a time.

import { fullTint } from '../../layout.ts';
import { frame, frameStride } from '../frame-buffer.ts';
import { alphaMask, blend, toBytes } from '../pixels/blend.ts';
import { loopConstant } from '../pixels/loop-constant.ts';
import { pickBytes, timesFraction } from '../pixels/relaxed.ts';
import { Sprite } from '../record.ts';
import { findInterval, holeEnd, holeStart, intervalEnd, intervalStart } from './row-interval.ts';

/** Paints the part of a sprite in a box of the screen. */
export function paintRotated(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  for (let y = top; y < bottom; y++) {
    findInterval(sprite, y, left, right);
    const first = <i32>Math.ceil(intervalStart);
    const end = <i32>Math.ceil(intervalEnd);
    const hole = max(first, <i32>Math.ceil(holeStart));
    const afterHole = min(end, <i32>Math.floor(holeEnd));
    if (hole < afterHole) {
      paintColumns(sprite, y, first, hole);
      paintColumns(sprite, y, afterHole, end);
    } else paintColumns(sprite, y, first, end);
  }
}

/** Paints the columns from `x` up to, not including, `end`. @inline */
function paintColumns(sprite: Sprite, y: i32, x: i32, end: i32): void {
  if (x >= end) return;
  const ua = sprite.ua;
  const va = sprite.va;
  const stepU = <i32>Math.round(ua * 65536);
  const stepV = <i32>Math.round(va * 65536);
  const limitU = ((sprite.width + 1) << 16) - 1;
  const limitV = ((sprite.height + 1) << 16) - 1;
  // Steps are rounded, so they always start at the box's left edge: the result does not depend on which tiles are painted.
  // Rounding may step over an edge of the image; such pixels are left out.
  const steps = <i64>(x - sprite.boxLeft);
  const u0 = sprite.ub * <f64>y + sprite.uc;
  const v0 = sprite.vb * <f64>y + sprite.vc;
  let u = <i32>(<i64>Math.floor((ua * <f64>sprite.boxLeft + u0) * 65536) + steps * <i64>stepU);
  let v = <i32>(<i64>Math.floor((va * <f64>sprite.boxLeft + v0) * 65536) + steps * <i64>stepV);
  for (; x < end && (<u32>u > <u32>limitU || <u32>v > <u32>limitV); x++, u += stepU) v += stepV;
  let lastU = u + stepU * (end - 1 - x);
  let lastV = v + stepV * (end - 1 - x);
  for (; x < end && (<u32>lastU > <u32>limitU || <u32>lastV > <u32>limitV); end--, lastU -= stepU) lastV -= stepV;
  if (x < end) paintInterval(sprite, frame + <usize>(y * frameStride + x * 4), end - x, u, v, stepU, stepV);
}

const masks = memory.data<u8>(
  [
    // Out of four 32-bit lanes: the low halves of the first two, then of the last two, four times each.
    0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5, 8, 9, 8, 9, 8, 9, 8, 9, 12, 13, 12, 13, 12, 13, 12, 13,
    // The same with their low bytes.
    0, 0, 0, 0, 4, 4, 4, 4, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 8, 8, 8, 8, 12, 12, 12, 12,
  ],
  16,
);

function paintInterval(sprite: Sprite, at: usize, count: i32, u: i32, v: i32, stepU: i32, stepV: i32): void {
  const pixels = sprite.pixels;
  const stride = sprite.stride;
  const strides = loopConstant(i32x4.splat(stride));
  const stepUs = loopConstant(i32x4.splat(stepU << 2));
  const stepVs = loopConstant(i32x4.splat(stepV << 2));
  const tint = loopConstant(sprite.tint16());
  const blendMode = sprite.blendMode;
  const alphas = alphaMask();
  const firstHalves = v128.load(masks);
  const lastHalves = v128.load(masks, 16);
  const firstBytes = v128.load(masks, 32);
  const lastBytes = v128.load(masks, 48);
  const lanes = i32x4(0, 1, 2, 3);
  let us = v128.add<i32>(i32x4.splat(u), v128.mul<i32>(i32x4.splat(stepU), lanes));
  let vs = v128.add<i32>(i32x4.splat(v), v128.mul<i32>(i32x4.splat(stepV), lanes));
  for (;;) {
    const isLast = count < 4;
    if (isLast) {
      // Do not read beyond the end.
      const isInside = v128.lt<i32>(lanes, i32x4.splat(count));
      us = v128.bitselect(us, i32x4.splat(i32x4.extract_lane(us, 0)), isInside);
      vs = v128.bitselect(vs, i32x4.splat(i32x4.extract_lane(vs, 0)), isInside);
    }
    const offsets = v128.add<i32>(
      v128.mul<i32>(v128.shr<i32>(vs, 16), strides),
      v128.and(v128.shr<i32>(us, 14), i32x4.splat(~3)),
    );
    const across = v128.shr<u32>(v128.shl<i32>(us, 16), 17);
    const along = v128.and(v128.shr<i32>(vs, 9), i32x4.splat(127));
    const p0 = pixels + i32x4.extract_lane(offsets, 0);
    const p1 = pixels + i32x4.extract_lane(offsets, 1);
    const first = interpolate(
      neighbours(p0, p1),
      neighbours(p0 + stride, p1 + stride),
      pickBytes(across, firstHalves),
      pickBytes(along, firstBytes),
    );
    const p2 = pixels + i32x4.extract_lane(offsets, 2);
    const p3 = pixels + i32x4.extract_lane(offsets, 3);
    const last = interpolate(
      neighbours(p2, p3),
      neighbours(p2 + stride, p3 + stride),
      pickBytes(across, lastHalves),
      pickBytes(along, lastBytes),
    );
    const quad = toBytes(timesFraction(first, tint), timesFraction(last, tint));
    if (isLast) {
      blend(v128.and(quad, v128.lt<i32>(lanes, i32x4.splat(count))), at, blendMode, alphas);
      return;
    }
    blend(quad, at, blendMode, alphas);
    count -= 4;
    if (count === 0) return;
    at += 16;
    us = v128.add<i32>(us, stepUs);
    vs = v128.add<i32>(vs, stepVs);
  }
}

/** Loads two pixels and their right neighbours. @inline */
function neighbours(p: usize, q: usize): v128 {
  return v128.shuffle<i32>(v128.load64_zero(p), v128.load64_zero(q), 0, 4, 1, 5);
}

/** Interpolates two pixels between their neighbours above and below. @inline */
function interpolate(above: v128, below: v128, across: v128, down: v128): v128 {
  const up = v128.sub<i8>(i8x16.splat(-128), down);
  const left = v128.add<i16>(i16x8.extmul_low_i8x16_u(above, up), i16x8.extmul_low_i8x16_u(below, down));
  const right = v128.add<i16>(i16x8.extmul_high_i8x16_u(above, up), i16x8.extmul_high_i8x16_u(below, down));
  return v128.add<i16>(
    timesFraction(left, v128.sub<i16>(i16x8.splat(<i16>fullTint), across)),
    timesFraction(right, across),
  );
}
