import { canvasOf, decodePicture } from '../../rendering/render/index.ts';
import { coveringArea, scaledPicture } from '../../rendering/scene-loader/index.ts';

/** Twice the width of a card, for sharp pictures on dense screens. */
const coverSize = { width: 640, height: 360 };
const quality = 80;

/** Scales the background picture of a map to the size of a card, and crops it; null if it cannot be decoded. */
export async function resizeCover(picture: Uint8Array): Promise<Uint8Array | null> {
  const decoded = await decodePicture(picture);
  if (decoded === null) return null;
  const { width, rgba } = scaledPicture(decoded, coverSize, coveringArea(decoded, coverSize));
  const pixels = new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.length);
  return canvasOf({ ...coverSize, pixels, strideBytes: width * 4 }).encode('jpeg', quality);
}
