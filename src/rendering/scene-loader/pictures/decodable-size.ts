import { pictureSize } from './picture-header.ts';
import type { PictureSize } from './picture-size.ts';
import { isPng, isWholePng } from './png.ts';

/** Larger pictures are left out before decoding. */
export const maxDecodable = { sidePx: 8_192, px: 40_000_000 };

/** The size of a picture that can be decoded; null otherwise. */
export function decodableSize(bytes: Uint8Array): PictureSize | null {
  const size = pictureSize(bytes);
  // The decoder accepts truncated PNGs; the game does not, and neither do we.
  if (isPng(bytes) && !isWholePng(bytes)) return null;
  if (size === null || size.width > maxDecodable.sidePx || size.height > maxDecodable.sidePx) return null;
  return size.width * size.height > maxDecodable.px ? null : size;
}
