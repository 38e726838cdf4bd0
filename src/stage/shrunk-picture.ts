import type { PictureSize } from './picture-header.ts';
import type { DecodedPicture } from './platform.ts';

/**
 * A picture with fewer pixels, each the mean of what it covers. Platforms scale each in their own way; by our own
 * arithmetic, the page shows what the video shows.
 */
export function shrunkPicture(picture: DecodedPicture, { width, height }: PictureSize): DecodedPicture {
  const rgba = new Uint8ClampedArray(width * height * 4);
  const columns = spansOf(picture.width, width);
  const rows = spansOf(picture.height, height);
  const line = new Float64Array(width * 4);
  const sums = new Float64Array(width * 4);
  let read = -1;
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (const { at, share } of rows[y]!) {
      // The row between two of ours belongs to both.
      if (at !== read) meanOfColumns(picture, at, { columns, line });
      read = at;
      for (let index = 0; index < line.length; index++) sums[index]! += line[index]! * share;
    }
    for (let index = y * width * 4, from = 0; from < sums.length; from += 4, index += 4) {
      const alpha = sums[from + 3]!;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel++) rgba[index + channel] = sums[from + channel]! / alpha;
      rgba[index + 3] = alpha;
    }
  }
  return { width, height, rgba };
}

interface Share {
  readonly at: number;
  /** Of the whole span. */
  readonly share: number;
}

/** Which of `from` pixels lie under each of `to`. */
function spansOf(from: number, to: number): Share[][] {
  const step = from / to;
  return Array.from({ length: to }, (_, index) => {
    const [start, end] = [index * step, Math.min((index + 1) * step, from)];
    const shares: Share[] = [];
    for (let at = Math.floor(start); at < end; at++) {
      shares.push({ at, share: (Math.min(at + 1, end) - Math.max(at, start)) / (end - start) });
    }
    return shares;
  });
}

/** Colours count by how opaque they are, or clear pixels would darken the edges. */
function meanOfColumns(
  { width, rgba }: DecodedPicture,
  row: number,
  { columns, line }: { columns: readonly Share[][]; line: Float64Array },
): void {
  for (let x = 0; x < columns.length; x++) {
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    for (const { at, share } of columns[x]!) {
      const index = (row * width + at) * 4;
      const weight = rgba[index + 3]! * share;
      red += rgba[index]! * weight;
      green += rgba[index + 1]! * weight;
      blue += rgba[index + 2]! * weight;
      alpha += weight;
    }
    line[x * 4] = red;
    line[x * 4 + 1] = green;
    line[x * 4 + 2] = blue;
    line[x * 4 + 3] = alpha;
  }
}
