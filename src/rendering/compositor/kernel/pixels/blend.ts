// Blending. A vector holds four neighbouring RGBA pixels of a row as bytes: a quad. Interpolated pixels come in pairs, with
// 16 bits per channel: a channel shifted left by seven, so that the maximum is 32640 and `q15mulr` multiplies two of them.
//
// The engine checks the bounds of every memory access and rebuilds every vector constant at each use. So loops use few,
// wide accesses, and move lanes with `swizzle` and a mask that is kept in a local.

import { blendAccumulate, blendAdd } from '../../layout.ts';
import { accumulate } from './accumulator.ts';
import { pickBytes } from './relaxed.ts';

const alphaLanes = memory.data<u8>([3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15], 16);

/** Returns the swizzle mask that copies each pixel's alpha into all of its bytes. @inline */
export function alphaMask(): v128 {
  return v128.load(alphaLanes);
}

/** Multiplies each channel of a quad by a fraction of 255. @inline */
export function tinted(pixels: v128, tint: v128): v128 {
  return divideBy255(i16x8.extmul_low_i8x16_u(pixels, tint), i16x8.extmul_high_i8x16_u(pixels, tint));
}

/** Converts two pairs of 16-bit pixels to a quad. @inline */
export function toBytes(first: v128, last: v128): v128 {
  return highBytes(doubled(first), doubled(last));
}

/** Rounds and shifts left by one more, so that the upper byte is the result. @inline */
function doubled(pixels: v128): v128 {
  const rounded = v128.add_sat<u16>(pixels, i16x8.splat(64));
  return v128.add_sat<u16>(rounded, rounded);
}

/** @inline */
export function highBytes(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/** @inline */
export function lowBytes(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

/** Blends a premultiplied quad into the frame at an address; `alphas` is the mask of `alphaMask`. @inline */
export function blend(pixels: v128, at: usize, blendMode: i32, alphas: v128): void {
  if (blendMode === blendAccumulate) {
    accumulate(pixels, at);
    return;
  }
  const below = v128.load(at);
  if (blendMode === blendAdd) v128.store(at, v128.add_sat<u8>(pixels, below));
  else {
    const rest = v128.not(pickBytes(pixels, alphas));
    v128.store(at, v128.add_sat<u8>(pixels, tinted(below, rest)));
  }
}

/**
 * Divides 16-bit products of two bytes by 255. The result is off by less than one, and exact for 0 and for 255·255, so a
 * full weight changes nothing. One addition is enough, where correct rounding takes three operations.
 * @inline
 */
export function divideBy255(low: v128, high: v128): v128 {
  const bias = i16x8.splat(255);
  return highBytes(v128.add<u16>(low, bias), v128.add<u16>(high, bias));
}
