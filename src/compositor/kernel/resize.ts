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
  return imageWidth(source) * 16 + w * TENT;
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
  const tents = room + ((<usize>sourceW) << 4);
  for (let x = 0; x < w; x++) aim(changetype<Tent>(tents + <usize>(x * TENT)), mirror & 1 ? w - 1 - x : x, w, sourceW);
  const pixels = laySingleLevel(target, w, h);
  for (let y = 0; y < h; y++) {
    aim(down, mirror & 2 ? h - 1 - y : y, h, sourceH);
    addRows(sums, from, sourceW);
    let to = pixelAt(pixels, w, 0, y);
    let tent = tents;
    for (let x = 0; x < w; x++, to += 4, tent += TENT) {
      const across = changetype<Tent>(tent);
      let sum = f32x4.splat(0.5);
      for (let i = across.first; i < across.end; i++) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(sums + ((<usize>i) << 4)), f32x4.splat(across.weight(i))));
      }
      const words = i32x4.trunc_sat_f32x4_s(sum);
      const halves = i16x8.narrow_i32x4_u(words, words);
      v128.store32_lane(to, i8x16.narrow_i16x8_u(halves, halves), 0);
    }
  }
  finishLevel(target);
}

/** Puts the rows under the tent of the row at hand together: four floats a pixel. */
function addRows(sums: usize, pixels: usize, w: i32): void {
  memory.fill(sums, 0, (<usize>w) << 4);
  for (let i = down.first; i < down.end; i++) {
    const weight = f32x4.splat(down.weight(i));
    let from = pixelAt(pixels, w, 0, i);
    let to = sums;
    for (let x = 0; x < w; x++, from += 4, to += 16) {
      const pixel = v128.extend_low<u16>(v128.extend_low<u8>(v128.load32_zero(from)));
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(f32x4.convert_i32x4_u(pixel), weight)));
    }
  }
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

const TENT: i32 = offsetof<Tent>();
const down = changetype<Tent>(memory.data(TENT));

function aim(tent: Tent, index: i32, size: i32, sourceSize: i32): void {
  const ratio = <f32>sourceSize / <f32>size;
  const reach = max<f32>(1, ratio);
  tent.centre = (<f32>index + 0.5) * ratio - 0.5;
  tent.first = max(0, <i32>Mathf.floor(tent.centre - reach) + 1);
  tent.end = min(sourceSize, <i32>Mathf.ceil(tent.centre + reach));
  tent.top = 1;
  tent.slope = 1 / reach;
  let sum: f32 = 0;
  for (let i = tent.first; i < tent.end; i++) sum += tent.weight(i);
  tent.top /= sum;
  tent.slope /= sum;
}
