// A picture at another size, once and carefully, so that what stands still can be copied pixel for pixel ever after.

import {
  finishLevel,
  firstRoom,
  imageHeight,
  imageWidth,
  laySingleLevel,
  levelAt,
  levelPixels,
  paddedBytes,
  pixelAt,
} from './image';

/** How many bytes an image of this size takes that has no smaller levels. */
export function singleLevelBytes(w: i32, h: i32): i32 {
  return <i32>firstRoom(0, 1) + paddedBytes(w, h) + ((h * 8 + 15) & ~15);
}

/** How many bytes `resizeImage` needs to make an image of this width. */
export function resizingBytes(source: usize, w: i32): i32 {
  const sourceW = imageWidth(source);
  return sourceW * 16 + w * columnBytes(sourceW, w);
}

/**
 * Makes an image of w×h from another one, mirrored where asked. Each axis is filtered with a tent as wide as one pixel
 * of the coarser side; rows are put together first, then their pixels.
 */
export function resizeImage(target: usize, source: usize, room: usize, w: i32, h: i32, mirror: i32): void {
  const sourceW = imageWidth(source);
  const sourceH = imageHeight(source);
  const from = levelPixels(levelAt(source, 0));
  const sums = room;
  const columns = room + ((<usize>sourceW) << 4);
  const bytes = columnBytes(sourceW, w);
  for (let x = 0; x < w; x++) layColumn(columns + <usize>(x * bytes), mirror & 1 ? w - 1 - x : x, w, sourceW);
  const pixels = laySingleLevel(target, w, h);
  for (let y = 0; y < h; y++) {
    aim(mirror & 2 ? h - 1 - y : y, h, sourceH);
    addRows(sums, from, sourceW);
    let to = pixelAt(pixels, w, 0, y);
    let column = columns;
    for (let x = 0; x < w; x++, to += 4, column += bytes) {
      let sum = f32x4.splat(0.5);
      let pixel = sums + ((<usize>load<u32>(column)) << 4);
      const end = column + <usize>load<u32>(column, 4);
      for (let weight = column + WEIGHTS; weight < end; weight += 4, pixel += 16) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(pixel), v128.load32_splat(weight)));
      }
      const words = i32x4.trunc_sat_f32x4_s(sum);
      const halves = i16x8.narrow_i32x4_u(words, words);
      v128.store32_lane(to, i8x16.narrow_i16x8_u(halves, halves), 0);
    }
  }
  finishLevel(target);
}

/** Puts the rows under the tent together, the first two at once: four floats a pixel. */
function addRows(sums: usize, pixels: usize, w: i32): void {
  const second = min(tent.first + 1, tent.end - 1);
  const weight = f32x4.splat(tent.weight(tent.first));
  const secondWeight = f32x4.splat(second > tent.first ? tent.weight(second) : 0);
  const end = sums + ((<usize>w) << 4);
  let from = pixelAt(pixels, w, 0, tent.first);
  let below = pixelAt(pixels, w, 0, second);
  for (let to = sums; to < end; from += 4, below += 4, to += 16) {
    v128.store(to, f32x4.add(f32x4.mul(floatsAt(from), weight), f32x4.mul(floatsAt(below), secondWeight)));
  }
  for (let i = second + 1; i < tent.end; i++) addRow(sums, end, pixelAt(pixels, w, 0, i), tent.weight(i));
}

function addRow(sums: usize, end: usize, from: usize, weight: f32): void {
  const weights = f32x4.splat(weight);
  for (let to = sums; to < end; from += 4, to += 16) {
    v128.store(to, f32x4.add(v128.load(to), f32x4.mul(floatsAt(from), weights)));
  }
}

@inline function floatsAt(pixel: usize): v128 {
  return f32x4.convert_i32x4_u(v128.extend_low<u16>(v128.extend_low<u8>(v128.load32_zero(pixel))));
}

/** Before a column's weights lie the number of its first source pixel and, from there in bytes, where the weights end. */
const WEIGHTS: usize = 8;

/** How much room a column has; floats are not exact, so for one more pixel than lie under a tent. */
function columnBytes(sourceW: i32, w: i32): i32 {
  return <i32>WEIGHTS + (<i32>Mathf.ceil(2 * reachOf(sourceW, w)) + 1) * 4;
}

/** A column is the same in every row: what it takes of which source pixels is worked out once. */
function layColumn(column: usize, index: i32, w: i32, sourceW: i32): void {
  aim(index, w, sourceW);
  let at = column + WEIGHTS;
  for (let i = tent.first; i < tent.end; i++, at += 4) store<f32>(at, tent.weight(i));
  store<u32>(column, tent.first);
  store<u32>(column, <u32>(at - column), 4);
}

/** The source pixels that one pixel is made of, [first, end), and what they weigh: all together one. */
@unmanaged class Tent {
  centre: f32;
  /** The height of the tent and how steep it is. */
  top: f32;
  slope: f32;
  first: i32;
  end: i32;

  @inline weight(i: i32): f32 {
    return max<f32>(0, this.top - Mathf.abs(<f32>i - this.centre) * this.slope);
  }
}

/** The one of the row or column at hand. */
const tent = changetype<Tent>(memory.data(offsetof<Tent>()));

function aim(index: i32, size: i32, sourceSize: i32): void {
  const reach = reachOf(sourceSize, size);
  tent.centre = (<f32>index + 0.5) * (<f32>sourceSize / <f32>size) - 0.5;
  tent.first = max(0, <i32>Mathf.floor(tent.centre - reach) + 1);
  tent.end = min(sourceSize, <i32>Mathf.ceil(tent.centre + reach));
  tent.top = 1;
  tent.slope = 1 / reach;
  let sum: f32 = 0;
  for (let i = tent.first; i < tent.end; i++) sum += tent.weight(i);
  tent.top /= sum;
  tent.slope /= sum;
}

/** How far from its middle a tent ends, in source pixels. */
function reachOf(sourceSize: i32, size: i32): f32 {
  return max<f32>(1, <f32>sourceSize / <f32>size);
}
