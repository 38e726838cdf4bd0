import type { DecodedPicture } from '../platform.ts';
import type { PictureSize } from './picture-size.ts';
import { isOpaque, scaleOpaque } from './scale-opaque.ts';
import { type SourcePixels, sourcePixels } from './source-pixels.ts';

/** An area of a picture, in its pixels, possibly fractional. */
export interface PictureArea extends PictureSize {
  readonly left: number;
  readonly top: number;
}

/**
 * Scales a picture or an area of it: down by averaging the covered pixels, up by linear interpolation. Platforms scale
 * differently; with our own arithmetic the page looks like the video.
 */
export function scaledPicture(
  picture: DecodedPicture,
  { width, height }: PictureSize,
  area: PictureArea = { left: 0, top: 0, width: picture.width, height: picture.height },
): DecodedPicture {
  if (isWhole(area, picture) && width === picture.width && height === picture.height) return picture;
  const columns = sourcePixels({ start: area.left, length: area.width, sourceLength: picture.width }, width);
  const rows = sourcePixels({ start: area.top, length: area.height, sourceLength: picture.height }, height);
  if (isOpaque(picture)) return { width, height, rgba: scaleOpaque(picture, { width, height }, { columns, rows }) };
  const rgba = new Uint8ClampedArray(width * height * 4);
  // A row of the result covers several source rows, and adjacent result rows share some: keep the last two.
  const lines = [0, 1].map(() => ({ row: -1, values: new Float64Array(width * 4) }));
  const lineOf = (row: number) => {
    const line = lines[row % 2]!;
    if (line.row !== row) averageColumns(picture, row, { columns, target: line.values });
    line.row = row;
    return line.values;
  };
  const sums = new Float64Array(width * 4);
  for (let y = 0; y < height; y++) {
    const target = rgba.subarray(y * width * 4, (y + 1) * width * 4);
    const [first, end] = [rows.starts[y]!, rows.starts[y + 1]!];
    const source = (next: number) => ({ values: lineOf(rows.at[next]!), weight: rows.weights[next]! });
    if (end === first + 1) putRow(source(first).values, target);
    else if (end === first + 2) putMixedRow(source(first), source(first + 1), target);
    else {
      sums.fill(0);
      for (let next = first; next < end; next++) addWeighted(sums, source(next));
      putRow(sums, target);
    }
  }
  return { width, height, rgba };
}

/** The largest centred area of a picture with a size's aspect ratio. */
export function coveringArea(picture: PictureSize, size: PictureSize): PictureArea {
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const [width, height] = [size.width / scale, size.height / scale];
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height };
}

function isWhole({ left, top, width, height }: PictureArea, picture: PictureSize): boolean {
  return left === 0 && top === 0 && width === picture.width && height === picture.height;
}

interface WeightedLine {
  readonly values: Float64Array;
  readonly weight: number;
}

function addWeighted(sums: Float64Array, { values, weight }: WeightedLine): void {
  for (let index = 0; index < sums.length; index++) sums[index]! += values[index]! * weight;
}

function putRow(sums: Float64Array, rgba: Uint8ClampedArray): void {
  for (let index = 0; index < rgba.length; index += 4) {
    const alpha = sums[index + 3]!;
    if (alpha === 0) continue;
    rgba[index] = sums[index]! / alpha;
    rgba[index + 1] = sums[index + 1]! / alpha;
    rgba[index + 2] = sums[index + 2]! / alpha;
    rgba[index + 3] = alpha;
  }
}

/** Puts the mean of two lines, of which most rows consist, without storing it first. */
function putMixedRow(
  { values: above, weight }: WeightedLine,
  { values: below, weight: rest }: WeightedLine,
  rgba: Uint8ClampedArray,
): void {
  for (let index = 0; index < rgba.length; index += 4) {
    const alpha = above[index + 3]! * weight + below[index + 3]! * rest;
    if (alpha === 0) continue;
    rgba[index] = (above[index]! * weight + below[index]! * rest) / alpha;
    rgba[index + 1] = (above[index + 1]! * weight + below[index + 1]! * rest) / alpha;
    rgba[index + 2] = (above[index + 2]! * weight + below[index + 2]! * rest) / alpha;
    rgba[index + 3] = alpha;
  }
}

/** Colours are weighted by alpha, or transparent pixels would darken the edges. */
function averageColumns(
  { width, rgba }: DecodedPicture,
  row: number,
  { columns: { starts, at, weights }, target }: { columns: SourcePixels; target: Float64Array },
): void {
  const start = row * width * 4;
  for (let x = 0, next = 0; x < target.length / 4; x++) {
    const end = starts[x + 1]!;
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (; next < end; next++) {
      const index = start + at[next]! * 4;
      const weight = rgba[index + 3]! * weights[next]!;
      red += rgba[index]! * weight;
      green += rgba[index + 1]! * weight;
      blue += rgba[index + 2]! * weight;
      alpha += weight;
    }
    target[x * 4] = red;
    target[x * 4 + 1] = green;
    target[x * 4 + 2] = blue;
    target[x * 4 + 3] = alpha;
  }
}
