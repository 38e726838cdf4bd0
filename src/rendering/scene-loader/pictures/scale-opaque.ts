import type { DecodedPicture } from '../platform.ts';
import type { PictureSize } from './picture-size.ts';
import type { SourcePixels } from './source-pixels.ts';

/** Weights are integers that add up to 2048, so that 8 bits of colour times two weights fit into 32 bits. */
const weightBits = 11;
const whole = 1 << weightBits;
/** A colour is multiplied by two weights. */
const productBits = 2 * weightBits;
const half = 1 << (productBits - 1);

/** Whether a picture has no transparent pixel, as most backgrounds. */
export function isOpaque({ rgba }: DecodedPicture): boolean {
  for (let index = 3; index < rgba.length; index += 4) if (rgba[index] !== 255) return false;
  return true;
}

/** Scales an opaque picture. Integers take half of the time that fractions take, and alpha needs no arithmetic. */
export function scaleOpaque(
  picture: DecodedPicture,
  { width, height }: PictureSize,
  { columns, rows }: { readonly columns: SourcePixels; readonly rows: SourcePixels },
): Uint8ClampedArray {
  const source = pixelsOf(picture);
  const target = new Uint32Array(width * height);
  const integerColumns = { ...columns, weights: integerWeights(columns) };
  const rowWeights = integerWeights(rows);
  // A row of the result covers several source rows, and adjacent result rows share some: keep the last two.
  const lines = [0, 1].map(() => ({ row: -1, values: new Int32Array(width * 3) }));
  const lineOf = (row: number) => {
    const line = lines[row % 2]!;
    if (line.row !== row) {
      const pixels = source.subarray(row * picture.width, (row + 1) * picture.width);
      averageColumns(pixels, line.values, integerColumns);
    }
    line.row = row;
    return line.values;
  };
  const sums = new Int32Array(width * 3);
  for (let y = 0; y < height; y++) {
    const [first, end] = [rows.starts[y]!, rows.starts[y + 1]!];
    const result = target.subarray(y * width, (y + 1) * width);
    const source = (next: number) => ({ values: lineOf(rows.at[next]!), weight: rowWeights[next]! });
    if (end === first + 2) {
      putMixedRow(source(first), source(first + 1), result);
      continue;
    }
    sums.fill(0);
    for (let next = first; next < end - 1; next++) addWeighted(sums, source(next));
    putMixedRow({ values: sums, weight: 1 }, source(end - 1), result);
  }
  return new Uint8ClampedArray(target.buffer);
}

/** The pixels as numbers, with red in the lowest byte. */
function pixelsOf({ rgba }: DecodedPicture): Uint32Array {
  const { buffer, byteOffset, length } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** Rounds the sums of weights, not the weights, so that those of one pixel still add up to the whole. */
function integerWeights({ starts, weights }: SourcePixels): Int32Array {
  const integers = new Int32Array(weights.length);
  for (let i = 0; i + 1 < starts.length; i++) {
    let sum = 0;
    let before = 0;
    for (let next = starts[i]!; next < starts[i + 1]!; next++) {
      sum += weights[next]!;
      const rounded = Math.round(sum * whole);
      integers[next] = rounded - before;
      before = rounded;
    }
  }
  return integers;
}

function averageColumns(
  pixels: Uint32Array,
  target: Int32Array,
  { starts, at, weights }: Pick<SourcePixels, 'starts' | 'at'> & { readonly weights: Int32Array },
): void {
  for (let x = 0, next = 0, index = 0; index < target.length; x++, index += 3) {
    const end = starts[x + 1]!;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (; next < end; next++) {
      const pixel = pixels[at[next]!]!;
      const weight = weights[next]!;
      red += Math.imul(pixel & 255, weight);
      green += Math.imul((pixel >>> 8) & 255, weight);
      blue += Math.imul((pixel >>> 16) & 255, weight);
    }
    target[index] = red;
    target[index + 1] = green;
    target[index + 2] = blue;
  }
}

interface WeightedLine {
  readonly values: Int32Array;
  readonly weight: number;
}

function addWeighted(sums: Int32Array, { values, weight }: WeightedLine): void {
  for (let index = 0; index < sums.length; index++) sums[index]! += Math.imul(values[index]!, weight);
}

function putMixedRow(
  { values: above, weight }: WeightedLine,
  { values: below, weight: rest }: WeightedLine,
  result: Uint32Array,
): void {
  for (let x = 0, index = 0; x < result.length; x++, index += 3) {
    const red = Math.imul(above[index]!, weight) + Math.imul(below[index]!, rest) + half;
    const green = Math.imul(above[index + 1]!, weight) + Math.imul(below[index + 1]!, rest) + half;
    const blue = Math.imul(above[index + 2]!, weight) + Math.imul(below[index + 2]!, rest) + half;
    result[x] = (red >>> productBits) | ((green >>> productBits) << 8) | ((blue >>> productBits) << 16) | 0xff000000;
  }
}
