// Where pixels are summed up that are seen one through the other: sixteen bits a channel, a band of the picture at a time.
// Red and blue have one plane, green and alpha another, each with as many bytes a pixel as the picture itself, so that
// whoever paints into the picture can as well paint into the first of them.

import { BAND, frameStride, TILE } from './state';

/** The sums of red and blue; those of green and alpha lie `planeBytes` further on. */
export let sums: usize = 0;
export let planeBytes: usize = 0;

/** How many bytes `configureGathering` will use; the picture's size must have been configured. */
export function gatheringBytes(): i32 {
  // Whoever paints four pixels at a time may touch, and leave as they are, three beyond the last.
  return 2 * BAND * TILE * frameStride + 16;
}

export function configureGathering(address: usize): void {
  planeBytes = <usize>(BAND * TILE * frameStride);
  sums = address;
  memory.fill(sums, 0, planeBytes * 2);
}

/** Adds four pixels to the sums at a place in the first plane. */
@inline export function gather(pixels: v128, at: usize): void {
  v128.store(at, v128.add<i16>(v128.load(at), v128.and(pixels, i16x8.splat(0xff))));
  v128.store(at + planeBytes, v128.add<i16>(v128.load(at + planeBytes), v128.shr<u16>(pixels, 8)));
}

/** Takes four pixels out again, each channel times a fraction of 32768, and leaves nothing there. */
@inline export function takeOut(at: usize, share: v128): v128 {
  const even = v128.load(at);
  const odd = v128.load(at + planeBytes);
  const nothing = i64x2.splat(0);
  v128.store(at, nothing);
  v128.store(at + planeBytes, nothing);
  return v128.or(i16x8.q15mulr_sat_s(even, share), v128.shl<i16>(i16x8.q15mulr_sat_s(odd, share), 8));
}

@inline export function isEmpty(at: usize): bool {
  return !v128.any_true(v128.or(v128.load(at), v128.load(at + planeBytes)));
}
