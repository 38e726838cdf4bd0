import type { PictureSize } from './picture-size.ts';
import { isPng, pngSize } from './png.ts';

/**
 * Reads a picture's size from its header without decoding it: a file of a few bytes can claim gigabytes. Null if it is
 * neither PNG nor JPEG; file names are unreliable, many a .png is a JPEG.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = isPng(bytes) ? pngSize(bytes) : isJpeg(view) ? jpegSize(view) : null;
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

function isJpeg(view: DataView): boolean {
  return view.byteLength >= 4 && view.getUint16(0) === 0xffd8;
}

/** A JPEG is a sequence of segments with lengths; the start-of-frame segment has the size. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
    } else if (isFrameStart(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else if (marker === 0xd9 || marker === 0xda) {
      return null;
    } else {
      at += hasNoLength(marker) ? 2 : 2 + view.getUint16(at + 2);
    }
  }
  return null;
}

/** C4, C8 and CC lie in this range but are not frame markers. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
