// Four RGBA pixels at a time, in bytes. Where pixels are put together from fractions, they are two at a time in sixteen
// bits, each channel shifted left by seven, so that a full channel is 32640 and `q15mulr` multiplies two of them.
//
// Every access to memory is checked against its size and every pattern the processor does not have is built anew at
// each use, so the loops read wide and little, and move lanes with `swizzle` and a mask kept in a local.

import { gather } from './gathering';

const alphas = memory.data<u8>([3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15]);

/** The mask that copies each pixel's alpha into all of its bytes. */
@inline export function alphaMask(): v128 {
  return v128.load(alphas);
}

/** Four pixels, each channel times a fraction of 255. */
@inline export function tinted(pixels: v128, tint: v128): v128 {
  return share(i16x8.extmul_low_i8x16_u(pixels, tint), i16x8.extmul_high_i8x16_u(pixels, tint));
}

/** Two pairs of pixels to bytes. */
@inline export function narrow(first: v128, last: v128): v128 {
  return highBytes(doubled(first), doubled(last));
}

/** Shifted left by one more, rounded, so that what counts is in the upper byte. */
@inline function doubled(pixels: v128): v128 {
  const rounded = v128.add_sat<u16>(pixels, i16x8.splat(64));
  return v128.add_sat<u16>(rounded, rounded);
}

@inline export function highBytes(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

@inline export function lowBytes(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

// What becomes of painted pixels: they cover what lies below, add their light to it, or are gathered to be counted out later.
export const COVER: u8 = 0;
export const ADD: u8 = 1;
export const GATHER: u8 = 2;

/** Blends four premultiplied pixels onto the frame. */
@inline export function blend(pixels: v128, at: usize, how: u8, spread: v128): void {
  if (how == GATHER) return gather(pixels, at);
  const below = v128.load(at);
  if (how == ADD) v128.store(at, v128.add_sat<u8>(pixels, below));
  else {
    const rest = v128.not(i8x16.swizzle(pixels, spread));
    v128.store(at, v128.add_sat<u8>(pixels, tinted(below, rest)));
  }
}

/**
 * Products of two bytes, or sums of such that are none larger, as bytes: a 255th, off by less than one, and exactly right
 * for all and for nothing. So full weights change nothing, with one addition where rounding would take three operations.
 */
@inline export function share(low: v128, high: v128): v128 {
  const most = i16x8.splat(255);
  return highBytes(v128.add<u16>(low, most), v128.add<u16>(high, most));
}
