// Resizes an image once and carefully, so that a sprite of constant size can be copied pixel for pixel from then on.

import { mirrorX, mirrorY } from '../../layout.ts';
import { finishLevel } from './finish-image.ts';
import { Image, initSingleLevel, pixelAt } from './image.ts';

/** Returns the bytes of scratch memory that `resizeImage` needs for an image of this width. */
export function resizeScratchBytes(source: Image, w: i32): i32 {
  const sourceW = source.width;
  return sourceW * 16 + w * columnBytes(sourceW, w);
}

/**
 * Makes an image of w×h from another one; `mirror` combines `mirrorX` and `mirrorY`. Each axis has a tent filter as wide as
 * a pixel of the coarser side; rows are combined first, then the pixels of the combined row.
 */
export function resizeImage(target: Image, source: Image, scratch: usize, w: i32, h: i32, mirror: i32): void {
  const sourceW = source.width;
  const sourceH = source.height;
  const from = source.levelAt(0).pixels;
  const sums = scratch;
  const columns = scratch + ((<usize>sourceW) << 4);
  const bytes = columnBytes(sourceW, w);
  for (let x = 0; x < w; x++) computeColumn(columns + <usize>(x * bytes), mirror & mirrorX ? w - 1 - x : x, w, sourceW);
  const level = initSingleLevel(target, w, h);
  for (let y = 0; y < h; y++) {
    placeTent(mirror & mirrorY ? h - 1 - y : y, h, sourceH);
    addRows(sums, from, sourceW);
    let to = level.pixelAt(0, y);
    let column = columns;
    for (let x = 0; x < w; x++, to += 4, column += bytes) {
      let sum = f32x4.splat(0.5);
      let pixel = sums + ((<usize>load<u32>(column)) << 4);
      const end = column + <usize>load<u32>(column, 4);
      for (let weight = column + columnHeaderBytes; weight < end; weight += 4, pixel += 16) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(pixel), v128.load32_splat(weight)));
      }
      const words = i32x4.trunc_sat_f32x4_s(sum);
      const halves = i16x8.narrow_i32x4_u(words, words);
      v128.store32_lane(to, i8x16.narrow_i16x8_u(halves, halves), 0);
    }
  }
  finishLevel(target);
}

/** Sums up the rows under the tent, the first two at once: four floats per pixel. */
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

/** @inline */
function floatsAt(pixel: usize): v128 {
  return f32x4.convert_i32x4_u(v128.extend_low<u16>(v128.extend_low<u8>(v128.load32_zero(pixel))));
}

/** A column's weights follow the number of its first source pixel and the byte offset of the end of the weights. */
const columnHeaderBytes: usize = 8;

/** Returns the bytes of a column's table: one weight more than pixels fit under the tent, since floats are not exact. */
function columnBytes(sourceW: i32, w: i32): i32 {
  return <i32>columnHeaderBytes + (<i32>Mathf.ceil(2 * tentRadius(sourceW, w)) + 1) * 4;
}

/** Computes which source pixels a column takes with which weights. They are the same in every row. */
function computeColumn(column: usize, index: i32, w: i32, sourceW: i32): void {
  placeTent(index, w, sourceW);
  let at = column + columnHeaderBytes;
  for (let i = tent.first; i < tent.end; i++, at += 4) store<f32>(at, tent.weight(i));
  store<u32>(column, tent.first);
  store<u32>(column, <u32>(at - column), 4);
}

/** The source pixels that make up one pixel, [first, end), and their weights, which add up to one. */
@unmanaged
class Tent {
  centre: f32;
  /** The height of the tent and the steepness of its sides. */
  top: f32;
  slope: f32;
  first: i32;
  end: i32;

  /** @inline */
  weight(i: i32): f32 {
    return max<f32>(0, this.top - Mathf.abs(<f32>i - this.centre) * this.slope);
  }
}

/** The tent of the current row or column. */
const tent = changetype<Tent>(memory.data(offsetof<Tent>()));

function placeTent(index: i32, size: i32, sourceSize: i32): void {
  const radius = tentRadius(sourceSize, size);
  tent.centre = (<f32>index + 0.5) * (<f32>sourceSize / <f32>size) - 0.5;
  tent.first = max(0, <i32>Mathf.floor(tent.centre - radius) + 1);
  tent.end = min(sourceSize, <i32>Mathf.ceil(tent.centre + radius));
  tent.top = 1;
  tent.slope = 1 / radius;
  let sum: f32 = 0;
  for (let i = tent.first; i < tent.end; i++) sum += tent.weight(i);
  tent.top /= sum;
  tent.slope /= sum;
}

/** Returns the distance from the centre of a tent to its end, in source pixels. */
function tentRadius(sourceSize: i32, size: i32): f32 {
  return max<f32>(1, <f32>sourceSize / <f32>size);
}
