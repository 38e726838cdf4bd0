// Quads in two halves. The product of two bytes needs 16 bits, so the products of the sixteen bytes of a quad fill two vectors.
// ARM64 multiplies the first eight bytes with one instruction and the last eight with another: these are its halves. x86-64
// would need four instructions for each, most of which wait for its only shuffle unit. There, the halves are the bytes at even
// places (red and blue) and those at odd places (green and alpha). The results are the same.

import { highBytes } from './bytes.ts';
import { isForX64 } from './relaxed.ts';

/** @inline */
export function firstProducts(a: v128, b: v128): v128 {
  if (!isForX64) return i16x8.extmul_low_i8x16_u(a, b);
  const evenBytes = i16x8.splat(255);
  return v128.mul<i16>(v128.and(a, evenBytes), v128.and(b, evenBytes));
}

/** @inline */
export function otherProducts(a: v128, b: v128): v128 {
  if (!isForX64) return i16x8.extmul_high_i8x16_u(a, b);
  return v128.mul<i16>(v128.shr<u16>(a, 8), v128.shr<u16>(b, 8));
}

/** Returns a quad times a weight per pixel; `weights` has each one as a byte, at the places that `alphaMask` gives. @inline */
export function fade(pixels: v128, weights: v128): v128 {
  if (!isForX64) return divideBy255(firstProducts(pixels, weights), otherProducts(pixels, weights));
  const evenBytes = i16x8.splat(255);
  return divideBy255(
    v128.mul<i16>(v128.and(pixels, evenBytes), weights),
    v128.mul<i16>(v128.shr<u16>(pixels, 8), weights),
  );
}

/**
 * Divides products of two bytes by 255 and joins the halves. The result is off by less than one, and exact for 0 and for
 * 255·255, so a full weight changes nothing. One addition is enough, where correct rounding takes three operations.
 * @inline
 */
export function divideBy255(first: v128, other: v128): v128 {
  const bias = i16x8.splat(255);
  return upperBytes(v128.add<u16>(first, bias), v128.add<u16>(other, bias));
}

/** Joins the upper bytes of two halves. @inline */
export function upperBytes(first: v128, other: v128): v128 {
  if (!isForX64) return highBytes(first, other);
  return v128.or(v128.shr<u16>(first, 8), v128.and(other, i16x8.splat(<i16>0xff00)));
}
