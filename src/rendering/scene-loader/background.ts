import { parallaxZoom, type SceneOptions } from '../scene/index.ts';
import { blur } from './pictures/blur.ts';
import type { PictureSize } from './pictures/picture-size.ts';
import { coveringPart, scaledPicture } from './pictures/scaled-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';

/** How far the strongest blur reaches, as a part of the picture's height. */
const strongestBlur = 0.04;

/** The map's picture as it lies behind the play, made once: drawn every frame, it is then a copy of pixels. Null: broken. */
export async function openBackground(
  bytes: Uint8Array,
  { decode, size, options }: { decode: DecodePicture; size: PictureSize; options: SceneOptions },
): Promise<DecodedPicture | null> {
  const { parallax, backgroundBlur } = options;
  const zoom = parallax ? parallaxZoom : 1;
  const room = { width: Math.ceil(size.width * zoom), height: Math.ceil(size.height * zoom) };
  const picture = await decode(bytes);
  if (picture === null) return null;
  const covering = scaledPicture(picture, room, coveringPart(picture, room));
  return blur(covering, backgroundBlur * strongestBlur * size.height);
}
