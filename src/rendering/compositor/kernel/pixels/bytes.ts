// Every other byte of two vectors.

import { isForX64 } from './relaxed.ts';

/** @inline */
export function highBytes(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/** @inline */
export function lowBytes(a: v128, b: v128): v128 {
  if (!isForX64) return v128.shuffle<u8>(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  // Of this shuffle, V8 makes twice as many instructions for x86-64.
  const low = i16x8.splat(255);
  return i8x16.narrow_i16x8_u(v128.and(a, low), v128.and(b, low));
}
