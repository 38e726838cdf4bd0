// WebAssembly defines these operations for all arguments, for which x86-64 needs two and five instructions. The kernel for
// x86-64 uses their relaxed versions: one instruction each, but with an open result for some arguments. The functions here never
// get such arguments, so both kernels paint the same pixels. ARM64 needs one instruction anyway.

/** Whether this is the kernel for x86-64, which Node loads there: the only one that is built with relaxed SIMD. */
export const isForX64: bool = ASC_FEATURE_RELAXED_SIMD;

/** Picks bytes by a mask: each lane of it is an index below 16, or at least 128 for a zero. @inline */
export function pickBytes(bytes: v128, mask: v128): v128 {
  return isForX64 ? i8x16.relaxed_swizzle(bytes, mask) : i8x16.swizzle(bytes, mask);
}

/** Multiplies fractions of 32768, rounded; at least one of the two is greater than -1. @inline */
export function timesFraction(numbers: v128, fractions: v128): v128 {
  return isForX64 ? i16x8.relaxed_q15mulr_s(numbers, fractions) : i16x8.q15mulr_sat_s(numbers, fractions);
}
