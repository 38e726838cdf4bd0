// Pixels in flight are eight 16-bit lanes: two RGBA pixels, each channel shifted left by seven, so that a full channel
// is 32640 and `q15mulr` multiplies two fractions with rounding.
//
// Lanes are moved with `swizzle` and a mask kept in a local, never with `shuffle`: where the pattern of a shuffle is not
// one the processor has, its mask is built anew at every use, which on ARM costs more than all the rest of the loop.

const firstWeights = memory.data<u16>([0x7fff, 0x7fff, 0x7fff, 0x7fff, 0, 0, 0, 0]);
const alphaLanes = memory.data<u8>([6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15]);
const secondLanes = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]);

/** The mask that copies each pixel's alpha into all of its lanes. */
@inline export function alphaMask(): v128 {
  return v128.load(alphaLanes);
}

/** The mask that is set in the lanes of the second pixel. */
@inline export function secondMask(): v128 {
  return v128.load(secondLanes);
}

/** The mask that turns a weight w into its counterpart 32767 − w in the lanes of the first pixel. */
@inline export function counterMask(): v128 {
  return v128.load(firstWeights);
}

// A multiplication widens and shifts at once, and ARM has more room for multiplications than for shifts.
@inline export function widen(bytes: v128): v128 {
  return i16x8.extmul_low_i8x16_u(bytes, i8x16.splat(-128));
}

@inline export function widenHigh(bytes: v128): v128 {
  return i16x8.extmul_high_i8x16_u(bytes, i8x16.splat(-128));
}

/**
 * The pixel between four: two of one row at `upper`, two of the next at `lower`. `up` and `down` are the rows' weights
 * in 128ths, `across` is the weight of the right neighbours, `counter` as above. The answer stands in both halves.
 */
@inline export function between(upper: usize, lower: usize, up: v128, down: v128, across: v128, counter: v128): v128 {
  const column = v128.add<i16>(
    i16x8.extmul_low_i8x16_u(v128.load64_zero(upper), up),
    i16x8.extmul_low_i8x16_u(v128.load64_zero(lower), down),
  );
  const weighed = i16x8.q15mulr_sat_s(column, v128.xor(across, counter));
  return v128.add<i16>(weighed, v128.shuffle<i64>(weighed, weighed, 1, 0));
}

/** Two premultiplied pixels over two others. */
@inline export function over(source: v128, below: v128, spread: v128): v128 {
  const alpha = i8x16.swizzle(source, spread);
  // 32640 is full here and 32767 is one there: the shifted part closes the gap, so that full alpha leaves nothing below.
  const rest = v128.sub<i16>(i16x8.splat(32767), v128.add<i16>(alpha, v128.shr<i16>(alpha, 8)));
  return v128.add<i16>(source, i16x8.q15mulr_sat_s(below, rest));
}

/** Two premultiplied pixels' light added to two others. */
@inline export function add(source: v128, below: v128): v128 {
  return v128.add_sat<i16>(source, below);
}

/** Two pairs of pixels back to bytes. */
@inline export function narrow(first: v128, second: v128): v128 {
  return i8x16.narrow_i16x8_u(round(first), round(second));
}

@inline function round(pixels: v128): v128 {
  return v128.shr<u16>(v128.add_sat<u16>(pixels, i16x8.splat(64)), 7);
}

@inline export function narrowOne(pixels: v128): v128 {
  return narrow(pixels, pixels);
}

/** Blends two pairs of pixels onto the frame. */
@inline export function blendFour(first: v128, second: v128, at: usize, additive: bool, spread: v128): void {
  const below = v128.load(at);
  const below0 = widen(below);
  const below1 = widenHigh(below);
  if (additive) v128.store(at, narrow(add(first, below0), add(second, below1)));
  else v128.store(at, narrow(over(first, below0, spread), over(second, below1, spread)));
}

/** Blends two pixels onto the frame. */
@inline export function blendTwo(source: v128, at: usize, additive: bool, spread: v128): void {
  const below = widen(v128.load64_zero(at));
  v128.store64_lane(at, narrowOne(additive ? add(source, below) : over(source, below, spread)), 0);
}

/** Blends the first of two pixels onto the frame. */
@inline export function blendOne(source: v128, at: usize, additive: bool, spread: v128): void {
  const below = widen(v128.load32_zero(at));
  v128.store32_lane(at, narrowOne(additive ? add(source, below) : over(source, below, spread)), 0);
}
