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
    for (let y = 0; y < height; y++) meanAlong(from, across, { start: y * width * 4, step: 4, count: width, reach });
    const down = new Uint8ClampedArray(from.length);
    for (let x = 0; x < width; x++) meanAlong(across, down, { start: x * 4, step: width * 4, count: height, reach });
    from = down;
  }
  return { ...picture, rgba: from };
}

interface Row {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  readonly reach: number;
}

/** Replaces each pixel of a row or column by the mean of its neighbours up to `reach` away. */
function meanAlong(
  from: Uint8Array | Uint8ClampedArray,
  to: Uint8ClampedArray,
  { start, step, count, reach }: Row,
): void {
  const last = start + (count - 1) * step;
  const length = 2 * reach + 1;
  for (let channel = 0; channel < 4; channel++) {
    const valueAt = (i: number) => from[(i < 0 ? start : i >= count ? last : start + i * step) + channel]!;
    let sum = 0;
    for (let i = -reach; i <= reach; i++) sum += valueAt(i);
    for (let i = 0; i < count; i++) {
      to[start + i * step + channel] = Math.round(sum / length);
      sum += valueAt(i + reach + 1) - valueAt(i - reach);
    }
  }
}
