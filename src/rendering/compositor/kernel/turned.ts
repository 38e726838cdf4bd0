// Sprites under any affine map, walked along the rows of the screen in 16.16 fixed point, four pixels at a time.

import { alphaMask, blend, narrow } from './blend';
import { Sprite } from './record';
import { settled } from './settled';
import { frame, frameStride } from './state';
import { beginStretch, stretchFrom, stretchTo, within } from './stretch';

export function paintTurned(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  const ua = sprite.ua;
  const va = sprite.va;
  const stepU = <i32>Math.round(ua * 65536);
  const stepV = <i32>Math.round(va * 65536);
  const limitU = ((sprite.width + 1) << 16) - 1;
  const limitV = ((sprite.height + 1) << 16) - 1;
  for (let y = top; y < bottom; y++) {
    // The stretch of this row inside the picture, from both pairs of edges.
    const u0 = sprite.ub * <f64>y + sprite.uc;
    const v0 = sprite.vb * <f64>y + sprite.vc;
    beginStretch(<f64>left, <f64>right);
    within(u0, ua, sprite.cropLeft, sprite.cropRight);
    within(v0, va, sprite.cropTop, sprite.cropBottom);
    let x = <i32>Math.ceil(stretchFrom);
    let end = <i32>Math.ceil(stretchTo);
    if (x >= end) continue;

    // Steps are rounded, so they are counted from the same place whichever tiles of the row are painted. Rounding may carry
    // the walk over an edge: such pixels are left out.
    const walked = <i64>(x - sprite.boxLeft);
    let u = <i32>(<i64>Math.floor((ua * <f64>sprite.boxLeft + u0) * 65536) + walked * <i64>stepU);
    let v = <i32>(<i64>Math.floor((va * <f64>sprite.boxLeft + v0) * 65536) + walked * <i64>stepV);
    for (; x < end && (<u32>u > <u32>limitU || <u32>v > <u32>limitV); x++, u += stepU) v += stepV;
    let lastU = u + stepU * (end - 1 - x);
    let lastV = v + stepV * (end - 1 - x);
    for (; x < end && (<u32>lastU > <u32>limitU || <u32>lastV > <u32>limitV); end--, lastU -= stepU) lastV -= stepV;
    if (x < end) paintStretch(sprite, frame + <usize>(y * frameStride + x * 4), end - x, u, v, stepU, stepV);
  }
}

const masks = memory.data<u8>([
  // From four 32-bit lanes: the low halves of the first two, and of the last two, four times each.
  0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5,
  8, 9, 8, 9, 8, 9, 8, 9, 12, 13, 12, 13, 12, 13, 12, 13,
  // And their low bytes.
  0, 0, 0, 0, 4, 4, 4, 4, 0, 0, 0, 0, 4, 4, 4, 4,
  8, 8, 8, 8, 12, 12, 12, 12, 8, 8, 8, 8, 12, 12, 12, 12,
]);

function paintStretch(sprite: Sprite, at: usize, count: i32, u: i32, v: i32, stepU: i32, stepV: i32): void {
  const pixels = sprite.pixels;
  const stride = sprite.stride;
  const strides = settled(i32x4.splat(stride));
  const stepUs = settled(i32x4.splat(stepU << 2));
  const stepVs = settled(i32x4.splat(stepV << 2));
  const tint = settled(sprite.fineTint());
  const how = sprite.how;
  const alphas = alphaMask();
  const firstHalves = v128.load(masks);
  const lastHalves = v128.load(masks, 16);
  const firstBytes = v128.load(masks, 32);
  const lastBytes = v128.load(masks, 48);
  const lanes = i32x4(0, 1, 2, 3);
  let us = v128.add<i32>(i32x4.splat(u), v128.mul<i32>(i32x4.splat(stepU), lanes));
  let vs = v128.add<i32>(i32x4.splat(v), v128.mul<i32>(i32x4.splat(stepV), lanes));
  let across = i64x2.splat(0);
  let along = across;
  let firstAbove = across;
  let firstBelow = across;
  let lastAbove = across;
  let lastBelow = across;
  // Four pixels are mixed while their neighbours of the next four are on their way.
  for (let ready = false; ; ready = true) {
    const nextAcross = v128.shr<u32>(v128.shl<i32>(us, 16), 17);
    const nextAlong = v128.and(v128.shr<i32>(vs, 9), i32x4.splat(127));
    if (count < 4) {
      // What lies beyond the end is not read.
      const seen = v128.lt<i32>(lanes, i32x4.splat(count));
      us = v128.bitselect(us, i32x4.splat(i32x4.extract_lane(us, 0)), seen);
      vs = v128.bitselect(vs, i32x4.splat(i32x4.extract_lane(vs, 0)), seen);
    }
    const places = v128.add<i32>(
      v128.mul<i32>(v128.shr<i32>(vs, 16), strides),
      v128.and(v128.shr<i32>(us, 14), i32x4.splat(~3)),
    );
    const p0 = pixels + i32x4.extract_lane(places, 0);
    const p1 = pixels + i32x4.extract_lane(places, 1);
    const p2 = pixels + i32x4.extract_lane(places, 2);
    const p3 = pixels + i32x4.extract_lane(places, 3);
    const nextFirstAbove = neighbours(p0, p1);
    const nextFirstBelow = neighbours(p0 + stride, p1 + stride);
    const nextLastAbove = neighbours(p2, p3);
    const nextLastBelow = neighbours(p2 + stride, p3 + stride);
    if (ready) {
      const first = between(firstAbove, firstBelow, i8x16.swizzle(across, firstHalves), i8x16.swizzle(along, firstBytes));
      const last = between(lastAbove, lastBelow, i8x16.swizzle(across, lastHalves), i8x16.swizzle(along, lastBytes));
      blend(narrow(i16x8.q15mulr_sat_s(first, tint), i16x8.q15mulr_sat_s(last, tint)), at, how, alphas);
      at += 16;
    }
    across = nextAcross;
    along = nextAlong;
    firstAbove = nextFirstAbove;
    firstBelow = nextFirstBelow;
    lastAbove = nextLastAbove;
    lastBelow = nextLastBelow;
    if (count <= 4) break;
    count -= 4;
    us = v128.add<i32>(us, stepUs);
    vs = v128.add<i32>(vs, stepVs);
  }
  const first = between(firstAbove, firstBelow, i8x16.swizzle(across, firstHalves), i8x16.swizzle(along, firstBytes));
  const last = between(lastAbove, lastBelow, i8x16.swizzle(across, lastHalves), i8x16.swizzle(along, lastBytes));
  const four = narrow(i16x8.q15mulr_sat_s(first, tint), i16x8.q15mulr_sat_s(last, tint));
  blend(v128.and(four, v128.lt<i32>(lanes, i32x4.splat(count))), at, how, alphas);
}

/** Two pixels and those to their right. */
@inline function neighbours(p: usize, q: usize): v128 {
  return v128.shuffle<i32>(v128.load64_zero(p), v128.load64_zero(q), 0, 4, 1, 5);
}

/** Two pixels, each between two and the two below those. */
@inline function between(above: v128, below: v128, across: v128, down: v128): v128 {
  const up = v128.sub<i8>(i8x16.splat(-128), down);
  const left = v128.add<i16>(i16x8.extmul_low_i8x16_u(above, up), i16x8.extmul_low_i8x16_u(below, down));
  const right = v128.add<i16>(i16x8.extmul_high_i8x16_u(above, up), i16x8.extmul_high_i8x16_u(below, down));
  return v128.add<i16>(
    i16x8.q15mulr_sat_s(left, v128.sub<i16>(i16x8.splat(32767), across)),
    i16x8.q15mulr_sat_s(right, across),
  );
}
