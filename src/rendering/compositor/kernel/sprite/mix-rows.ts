// Mixes two neighbouring rows of an image, for a screen row that lies between them. The weight of the lower row has five bits.
// Each bit tells which row the mix so far is averaged with, from the last bit to the first: that takes a third of the time of
// two products.
//
// Each weight has a loop of its own, which loads each row once and averages only from the last set bit on. A common loop would
// load a row again for every bit. The functions below test one bit each, and are all inlined into the first: at the end of
// each path, the compiler knows the whole weight.

/** Mixes rows of pixels, `count` quads, into `to`. `weight` is that of the lower row in 32nds. */
export function mixRows(upper: usize, stride: usize, count: i32, weight: i32, to: usize): void {
  const lower = upper + stride;
  const end = to + ((<usize>count) << 4);
  if (weight === 32) mix(0, lower, lower, to, end);
  else if (weight & 16) testBit8(16, weight, upper, lower, to, end);
  else testBit8(0, weight, upper, lower, to, end);
}

/** @inline */
function testBit8(known: i32, weight: i32, upper: usize, lower: usize, to: usize, end: usize): void {
  if (weight & 8) testBit4(known + 8, weight, upper, lower, to, end);
  else testBit4(known, weight, upper, lower, to, end);
}

/** @inline */
function testBit4(known: i32, weight: i32, upper: usize, lower: usize, to: usize, end: usize): void {
  if (weight & 4) testBit2(known + 4, weight, upper, lower, to, end);
  else testBit2(known, weight, upper, lower, to, end);
}

/** @inline */
function testBit2(known: i32, weight: i32, upper: usize, lower: usize, to: usize, end: usize): void {
  if (weight & 2) testBit1(known + 2, weight, upper, lower, to, end);
  else testBit1(known, weight, upper, lower, to, end);
}

/** @inline */
function testBit1(known: i32, weight: i32, upper: usize, lower: usize, to: usize, end: usize): void {
  if (weight & 1) mix(known + 1, upper, lower, to, end);
  else mix(known, upper, lower, to, end);
}

/** @inline */
function mix(weight: i32, upper: usize, lower: usize, to: usize, end: usize): void {
  for (; to < end; to += 16, upper += 16, lower += 16) {
    const above = v128.load(upper);
    let mixed = above;
    if (weight !== 0) {
      const below = v128.load(lower);
      // Before the last set bit, the mix is the upper row.
      if (weight & 1) mixed = i8x16.avgr_u(mixed, below);
      if (weight & 3) mixed = i8x16.avgr_u(mixed, weight & 2 ? below : above);
      if (weight & 7) mixed = i8x16.avgr_u(mixed, weight & 4 ? below : above);
      if (weight & 15) mixed = i8x16.avgr_u(mixed, weight & 8 ? below : above);
      mixed = i8x16.avgr_u(mixed, weight & 16 ? below : above);
    }
    v128.store(to, mixed);
  }
}
