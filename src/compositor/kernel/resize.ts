// A picture at another size, once and carefully, so that what stands still can be copied pixel for pixel ever after.

import {
  finishSingleLevel,
  firstRoom,
  imageHeight,
  imageWidth,
  levelAt,
  levelPixels,
  makeSingleLevel,
  paddedBytes,
  pixelAt,
} from './image';

/** How many bytes an image of this size takes that has no smaller levels. */
export function singleLevelBytes(w: i32, h: i32): i32 {
  return <i32>firstRoom(0, 1) + paddedBytes(w, h) + ((h * 8 + 15) & ~15);
}

/**
 * Makes an image of w×h from another one, mirrored where asked. Each axis is filtered with a tent as wide as one pixel
 * of the coarser side; `rows` is room for (height of the source) × w × 4 floats.
 */
export function resizeImage(target: usize, source: usize, rows: usize, w: i32, h: i32, mirror: i32): void {
  const sourceW = imageWidth(source);
  const sourceH = imageHeight(source);
  const from = levelPixels(levelAt(source, 0));
  for (let x = 0; x < w; x++) {
    aim(mirror & 1 ? w - 1 - x : x, w, sourceW);
    for (let y = 0; y < sourceH; y++) {
      let sum = f32x4.splat(0);
      for (let i = tentFirst; i < tentEnd; i++) {
        const pixel = v128.load32_zero(pixelAt(from, sourceW, i, y));
        sum = f32x4.add(sum, f32x4.mul(channels(pixel), f32x4.splat(tent(i))));
      }
      v128.store(rows + ((<usize>(y * w + x)) << 4), sum);
    }
  }
  const pixels = makeSingleLevel(target, w, h);
  for (let y = 0; y < h; y++) {
    aim(mirror & 2 ? h - 1 - y : y, h, sourceH);
    for (let x = 0; x < w; x++) {
      let sum = f32x4.splat(0.5);
      for (let i = tentFirst; i < tentEnd; i++) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(rows + ((<usize>(i * w + x)) << 4)), f32x4.splat(tent(i))));
      }
      const words = i32x4.trunc_sat_f32x4_s(sum);
      const halves = i16x8.narrow_i32x4_u(words, words);
      v128.store32_lane(pixelAt(pixels, w, x, y), i8x16.narrow_i16x8_u(halves, halves), 0);
    }
  }
  finishSingleLevel(target);
}

@inline function channels(pixel: v128): v128 {
  return f32x4.convert_i32x4_u(v128.extend_low<u16>(v128.extend_low<u8>(pixel)));
}

// The tent at hand: source pixels [tentFirst, tentEnd), their weights summing to one.
let tentCentre: f32 = 0;
let tentReach: f32 = 1;
let tentSum: f32 = 1;
let tentFirst: i32 = 0;
let tentEnd: i32 = 0;

function aim(index: i32, size: i32, sourceSize: i32): void {
  const ratio = <f32>sourceSize / <f32>size;
  tentReach = max<f32>(1, ratio);
  tentCentre = (<f32>index + 0.5) * ratio - 0.5;
  tentFirst = max(0, <i32>Mathf.ceil(tentCentre - tentReach));
  tentEnd = min(sourceSize, <i32>Mathf.floor(tentCentre + tentReach) + 1);
  tentSum = 1;
  let sum: f32 = 0;
  for (let i = tentFirst; i < tentEnd; i++) sum += tent(i);
  tentSum = sum;
}

@inline function tent(i: i32): f32 {
  return max<f32>(0, 1 - Mathf.abs(<f32>i - tentCentre) / tentReach) / tentSum;
}
