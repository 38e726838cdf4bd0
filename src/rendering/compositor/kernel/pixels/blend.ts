// Blending. A vector holds four neighbouring RGBA pixels of a row as bytes: a quad. Interpolated pixels come in pairs, with
// 16 bits per channel: a channel shifted left by seven, so that the maximum is 32640 and `q15mulr` multiplies two of them.
//
// The engine checks the bounds of every memory access and rebuilds every vector constant at each use. So loops use few,
// wide accesses, and move lanes with `swizzle` and a mask that is kept in a local.

import { blendAccumulate, blendAdd } from '../../layout.ts';
import { accumulate } from './accumulator.ts';
import { highBytes } from './bytes.ts';
import { divideBy255, fade, firstProducts, otherProducts } from './halves.ts';
import { isForX64, pickBytes } from './relaxed.ts';

const alphaLanes = memory.data<u8>([3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15], 16);
const alphaInHalves = memory.data<u8>([3, 128, 3, 128, 7, 128, 7, 128, 11, 128, 11, 128, 15, 128, 15, 128], 16);

/** Returns the swizzle mask for `blend`, which copies each pixel's alpha to where its channels are multiplied. @inline */
export function alphaMask(): v128 {
  return v128.load(isForX64 ? alphaInHalves : alphaLanes);
}

/** Returns each pixel's alpha in all of its bytes. @inline */
export function alphasOf(pixels: v128): v128 {
  return pickBytes(pixels, v128.load(alphaLanes));
}

/** Multiplies each channel of a quad by a fraction of 255. @inline */
export function tinted(pixels: v128, tint: v128): v128 {
  return divideBy255(firstProducts(pixels, tint), otherProducts(pixels, tint));
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

/** Blends a premultiplied quad into the frame at an address; `alphas` is the mask of `alphaMask`. @inline */
export function blend(pixels: v128, at: usize, blendMode: i32, alphas: v128): void {
  if (blendMode === blendAccumulate) {
    accumulate(pixels, at);
    return;
  }
  const below = v128.load(at);
  if (blendMode === blendAdd) v128.store(at, v128.add_sat<u8>(pixels, below));
  else {
    const rest = v128.xor(pickBytes(pixels, alphas), isForX64 ? i16x8.splat(255) : i8x16.splat(-1));
    v128.store(at, v128.add_sat<u8>(pixels, fade(below, rest)));
  }
}
