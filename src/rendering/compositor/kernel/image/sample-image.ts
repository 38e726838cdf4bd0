// Reading pixels between pixels.

import { Image } from './image.ts';

/** Returns the number of the smallest level that has enough pixels. */
export function levelFor(image: Image, scale: f64): i32 {
  let number = 0;
  for (; scale <= 0.5 && number + 1 < <i32>image.levelCount; number++) scale *= 2;
  return number;
}

/** Returns the centre of an image in the coordinates of a level. @inline */
export function centreOf(length: i32, level: i32): f64 {
  return <f64>length / <f64>(2 << level);
}

/** Interpolates between the pixel at `from` and its three neighbours: four floats. @inline */
export function interpolate(from: usize, stride: usize, across: f32, down: f32): v128 {
  const above = v128.extend_low<u8>(v128.load64_zero(from));
  const below = v128.extend_low<u8>(v128.load64_zero(from + stride));
  const left = mix(v128.extend_low<u16>(above), v128.extend_low<u16>(below), down);
  const right = mix(v128.extend_high<u16>(above), v128.extend_high<u16>(below), down);
  return f32x4.add(left, f32x4.mul(f32x4.sub(right, left), f32x4.splat(across)));
}

/** @inline */
function mix(a: v128, b: v128, fraction: f32): v128 {
  const from = f32x4.convert_i32x4_u(a);
  return f32x4.add(from, f32x4.mul(f32x4.sub(f32x4.convert_i32x4_u(b), from), f32x4.splat(fraction)));
}

/** @inline */
export function storePixel(to: usize, pixel: v128): void {
  const words = i32x4.trunc_sat_f32x4_s(f32x4.add(pixel, f32x4.splat(0.5)));
  const halves = i16x8.narrow_i32x4_u(words, words);
  v128.store32_lane(to, i8x16.narrow_i16x8_u(halves, halves), 0);
}
