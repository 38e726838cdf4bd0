import type { DecodedPicture } from '../platform.ts';
import type { PictureSize } from './picture-size.ts';

/** A part of a picture, in its pixels, which it need not begin or end with. */
export interface PicturePart extends PictureSize {
  readonly left: number;
  readonly top: number;
}

/**
 * A picture, or a part of it, with other pixels: fewer are each the mean of what they cover, more lie in between.
 * Platforms scale each in their own way; by our own arithmetic, the page shows what the video shows.
 */
export function scaledPicture(
  picture: DecodedPicture,
  { width, height }: PictureSize,
  part: PicturePart = { left: 0, top: 0, width: picture.width, height: picture.height },
): DecodedPicture {
  if (isWhole(part, picture) && width === picture.width && height === picture.height) return picture;
  const columns = sharesOf({ start: part.left, length: part.width, of: picture.width }, width);
  const rows = sharesOf({ start: part.top, length: part.height, of: picture.height }, height);
  const rgba = new Uint8ClampedArray(width * height * 4);
  // One of ours lies over several rows of the picture, and two of ours share some: the last two are kept.
  const lines = [0, 1].map(() => ({ row: -1, values: new Float64Array(width * 4) }));
  const sums = new Float64Array(width * 4);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let next = rows.starts[y]!; next < rows.starts[y + 1]!; next++) {
      const row = rows.at[next]!;
      const share = rows.share[next]!;
      const line = lines[row % 2]!;
      if (line.row !== row) meanOfColumns(picture, row, { columns, into: line.values });
      line.row = row;
      addShare(sums, line.values, share);
    }
    putRow(sums, rgba.subarray(y * width * 4, (y + 1) * width * 4));
  }
  return { width, height, rgba };
}

/** The middle of a picture in the shape of a size, as much of it as there is. */
export function coveringPart(picture: PictureSize, size: PictureSize): PicturePart {
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const [width, height] = [size.width / scale, size.height / scale];
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height };
}

function isWhole({ left, top, width, height }: PicturePart, picture: PictureSize): boolean {
  return left === 0 && top === 0 && width === picture.width && height === picture.height;
}

/** Of each new pixel, the old ones it is made of; those of pixel `i` are from `starts[i]` up to `starts[i + 1]`. */
interface Shares {
  readonly starts: Uint32Array;
  readonly at: Uint16Array;
  /** Those of one pixel are 1 together. */
  readonly share: Float64Array;
}

function sharesOf({ start, length, of }: { start: number; length: number; of: number }, count: number): Shares {
  const step = length / count;
  const most = count * (Math.ceil(step) + 2);
  const shares = { starts: new Uint32Array(count + 1), at: new Uint16Array(most), share: new Float64Array(most) };
  let used = 0;
  const add = (at: number, share: number) => {
    if (share <= 0) return;
    shares.at[used] = Math.max(0, Math.min(at, of - 1));
    shares.share[used++] = share;
  };
  for (let index = 0; index < count; index++) {
    if (step >= 1) {
      const from = start + index * step;
      const end = from + step;
      for (let at = Math.floor(from); at < end; at++) add(at, (Math.min(at + 1, end) - Math.max(at, from)) / step);
    } else {
      // Between the middles of two pixels.
      const middle = start + (index + 0.5) * step - 0.5;
      const at = Math.floor(middle);
      add(at, 1 - (middle - at));
      add(at + 1, middle - at);
    }
    shares.starts[index + 1] = used;
  }
  return shares;
}

function addShare(sums: Float64Array, values: Float64Array, share: number): void {
  for (let index = 0; index < sums.length; index++) sums[index]! += values[index]! * share;
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

/** Colours count by how opaque they are, or clear pixels would darken the edges. */
function meanOfColumns(
  { width, rgba }: DecodedPicture,
  row: number,
  { columns: { starts, at, share }, into }: { columns: Shares; into: Float64Array },
): void {
  const start = row * width * 4;
  for (let x = 0, next = 0; x < into.length / 4; x++) {
    const end = starts[x + 1]!;
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (; next < end; next++) {
      const index = start + at[next]! * 4;
      const weight = rgba[index + 3]! * share[next]!;
      red += rgba[index]! * weight;
      green += rgba[index + 1]! * weight;
      blue += rgba[index + 2]! * weight;
      alpha += weight;
    }
    into[x * 4] = red;
    into[x * 4 + 1] = green;
    into[x * 4 + 2] = blue;
    into[x * 4 + 3] = alpha;
  }
}
