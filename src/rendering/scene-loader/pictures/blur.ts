import type { DecodedPicture } from '../platform.ts';

/**
 * Blurs a picture, with its edge pixels extended outwards. Three box blurs approximate a Gaussian of deviation
 * `radiusPx` / 2 within a few hundredths, at a cost independent of the radius. Our own arithmetic gives the same
 * picture in Node and in every browser.
 */
export function blur(picture: DecodedPicture, radiusPx: number): DecodedPicture {
  const reach = Math.round(radiusPx / 2);
  if (reach < 1) return picture;
  const { width, height } = picture;
  let from: Uint8Array | Uint8ClampedArray = picture.rgba;
  for (let pass = 0; pass < 3; pass++) {
    const across = new Uint8ClampedArray(from.length);
    for (let y = 0; y < height; y++) {
      const [start, end] = [y * width * 4, (y + 1) * width * 4];
      meanOfLines(from.subarray(start, end), across.subarray(start, end), { lineLength: 4, reach });
    }
    const down = new Uint8ClampedArray(from.length);
    meanOfLines(across, down, { lineLength: width * 4, reach });
    from = down;
  }
  return { ...picture, rgba: from };
}

/**
 * Replaces each line by the mean of the lines up to `reach` away. Whole lines are added up, because reading a picture
 * column by column takes several times as long.
 */
function meanOfLines(
  from: Uint8Array | Uint8ClampedArray,
  to: Uint8ClampedArray,
  { lineLength, reach }: { readonly lineLength: number; readonly reach: number },
): void {
  const count = from.length / lineLength;
  const covered = 2 * reach + 1;
  const startOf = (line: number) => Math.max(0, Math.min(line, count - 1)) * lineLength;
  const sums = new Int32Array(lineLength);
  for (let line = -reach; line <= reach; line++) {
    const start = startOf(line);
    for (let i = 0; i < lineLength; i++) sums[i]! += from[start + i]!;
  }
  for (let line = 0; line < count; line++) {
    const start = line * lineLength;
    const entering = startOf(line + reach + 1);
    const leaving = startOf(line - reach);
    for (let i = 0; i < lineLength; i++) {
      // A clamped array rounds to the nearest whole number.
      to[start + i] = sums[i]! / covered;
      sums[i]! += from[entering + i]! - from[leaving + i]!;
    }
  }
}
