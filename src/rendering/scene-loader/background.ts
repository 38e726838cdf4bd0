import { parallaxZoom, type SceneOptions } from '../scene/index.ts';
import { blur } from './pictures/blur.ts';
import type { PictureSize } from './pictures/picture-size.ts';
import { coveringArea, scaledPicture } from './pictures/scaled-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';

/** The radius of the strongest blur, as a fraction of the frame height. */
const maxBlurFraction = 0.04;

/** The background image of a map. */
export interface BackgroundImage {
  /** Returns the decoded image; null if it is broken or too large. */
  decode(): Promise<DecodedPicture | null>;
}

/**
 * Starts to decode the background image, so that other assets are loaded meanwhile. The first request gets that image; later
 * ones decode it again, because it takes more memory than its file.
 */
export function decodeAhead(bytes: Uint8Array, decode: DecodePicture): BackgroundImage {
  let ahead: Promise<DecodedPicture | null> | null = decode(bytes);
  // Its error is for the first request.
  ahead.catch(() => {});
  return {
    decode() {
      const decoding = ahead ?? decode(bytes);
      ahead = null;
      return decoding;
    },
  };
}

/**
 * Returns the background image, scaled and blurred once for all frames; null if it is broken. What is outside of both the
 * frame and the window that the image covers during the play is cut off.
 */
export async function openBackground(
  image: BackgroundImage,
  { size, window, options }: { size: PictureSize; window: PictureSize | null; options: SceneOptions },
): Promise<DecodedPicture | null> {
  const { parallax, backgroundBlur } = options;
  const zoom = parallax ? parallaxZoom : 1;
  const picture = await image.decode();
  if (picture === null) return null;
  const scaled = covering(
    picture,
    window === null ? enlarged(size, zoom) : sizeForBoth(picture, { size, window, zoom }),
  );
  return blur(scaled, backgroundBlur * maxBlurFraction * size.height);
}

function covering(picture: DecodedPicture, size: PictureSize): DecodedPicture {
  return scaledPicture(picture, size, coveringArea(picture, size));
}

function enlarged({ width, height }: PictureSize, zoom: number): PictureSize {
  return { width: Math.ceil(width * zoom), height: Math.ceil(height * zoom) };
}

/** The size of all that a frame or a window shows of a picture, in the scale at which it covers the window. */
function sizeForBoth(
  picture: PictureSize,
  { size, window, zoom }: { size: PictureSize; window: PictureSize; zoom: number },
): PictureSize {
  const covered = coveringArea(picture, size);
  const shown = coveringArea(picture, window);
  const scale = window.width / shown.width;
  const width = Math.round(Math.max(covered.width, shown.width) * scale);
  const height = Math.round(Math.max(covered.height, shown.height) * scale);
  return enlarged({ width, height }, zoom);
}
