// The accumulator sums up pixels that are seen through each other, 16 bits per channel, for one band of the frame. Red and
// blue have one plane, green and alpha another. Each plane has as many bytes per pixel as the frame, so a painter can use
// the first plane as its target.

import { tileSize } from '../../layout.ts';
import { bandRows, frameStride } from '../frame-buffer.ts';
import { timesFraction } from './relaxed.ts';

/** The sums of red and blue; the sums of green and alpha follow after `planeBytes`. */
export let sums: usize = 0;
export let planeBytes: usize = 0;

/** Returns how many bytes `configureAccumulator` uses; call `configureFrame` first. */
export function accumulatorBytes(): i32 {
  // A painter works in quads, so it may read and rewrite up to three pixels beyond the last.
  return 2 * bandRows * tileSize * frameStride + 16;
}

/** Places the empty accumulator at an address. */
export function configureAccumulator(address: usize): void {
  planeBytes = <usize>(bandRows * tileSize * frameStride);
  sums = address;
  memory.fill(sums, 0, planeBytes * 2);
}

/** Adds a quad to the sums at an address in the first plane. @inline */
export function accumulate(pixels: v128, at: usize): void {
  v128.store(at, v128.add<i16>(v128.load(at), v128.and(pixels, i16x8.splat(0xff))));
  v128.store(at + planeBytes, v128.add<i16>(v128.load(at + planeBytes), v128.shr<u16>(pixels, 8)));
}

/** Returns a quad, each channel times a fraction of 32768, and clears its sums. @inline */
export function takeScaled(at: usize, weight: v128): v128 {
  const even = v128.load(at);
  const odd = v128.load(at + planeBytes);
  const nothing = i64x2.splat(0);
  v128.store(at, nothing);
  v128.store(at + planeBytes, nothing);
  return meanOfSums(even, odd, weight);
}

/** Combines the sums of a quad's even and odd channels, each times a fraction of 32768. @inline */
export function meanOfSums(even: v128, odd: v128, weight: v128): v128 {
  return v128.or(timesFraction(even, weight), v128.shl<i16>(timesFraction(odd, weight), 8));
}

/** Returns whether the sums of four quads are empty: one test is slower than many additions. @inline */
export function isEmpty(at: usize): bool {
  return !v128.any_true(v128.or(anyOfFour(at), anyOfFour(at + planeBytes)));
}

/** @inline */
function anyOfFour(at: usize): v128 {
  return v128.or(v128.or(v128.load(at), v128.load(at, 16)), v128.or(v128.load(at, 32), v128.load(at, 48)));
}
