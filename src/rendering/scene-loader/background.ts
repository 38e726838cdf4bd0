import { parallaxZoom, type SceneOptions } from '../scene/index.ts';
import { blur } from './pictures/blur.ts';
import type { PictureSize } from './pictures/picture-size.ts';
import { coveringArea, scaledPicture } from './pictures/scaled-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';

/** The radius of the strongest blur, as a fraction of the frame height. */
const maxBlurFraction = 0.04;

/** Decodes the background image, scaled and blurred once for all frames; null if it is broken. */
export async function openBackground(
  bytes: Uint8Array,
  { decode, size, options }: { decode: DecodePicture; size: PictureSize; options: SceneOptions },
): Promise<DecodedPicture | null> {
  const { parallax, backgroundBlur } = options;
  const zoom = parallax ? parallaxZoom : 1;
  const target = { width: Math.ceil(size.width * zoom), height: Math.ceil(size.height * zoom) };
  const picture = await decode(bytes);
  if (picture === null) return null;
  const scaled = scaledPicture(picture, target, coveringArea(picture, target));
  return blur(scaled, backgroundBlur * maxBlurFraction * size.height);
}
