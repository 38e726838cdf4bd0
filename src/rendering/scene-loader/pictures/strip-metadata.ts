import { isPng } from './png.ts';

/** PNG chunks about colours and orientation. */
const strippedPngChunks = new Set(['gAMA', 'cHRM', 'iCCP', 'sRGB', 'cICP', 'eXIf']);
/** The same in JPEG: Exif and colour profile. The colour transform (APP14) stays. */
const strippedJpegMarkers = new Set([0xe1, 0xe2]);

/**
 * Removes colour profile and orientation from a picture. The game ignores them, but decoders would apply them in
 * different ways, and the page would not look like the video.
 */
export function stripPictureMetadata(bytes: Uint8Array): Uint8Array {
  if (isPng(bytes)) return withoutBlocks(bytes, 8, pngBlockAt);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? withoutBlocks(bytes, 2, jpegBlockAt) : bytes;
}

interface MetadataBlock {
  readonly end: number;
  readonly isStripped: boolean;
}

/** The bytes without the stripped blocks; from the first unreadable block on they stay unchanged. */
function withoutBlocks(
  bytes: Uint8Array,
  start: number,
  blockAt: (bytes: Uint8Array, at: number) => MetadataBlock | null,
): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (let at = start, block = blockAt(bytes, at); block; block = blockAt(bytes, at)) {
    if (block.isStripped) {
      kept.push(bytes.subarray(from, at));
      from = block.end;
    }
    at = block.end;
  }
  if (from === 0) return bytes;
  return concat([...kept, bytes.subarray(from)]);
}

function pngBlockAt(bytes: Uint8Array, at: number): MetadataBlock | null {
  if (at + 12 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const end = at + 12 + view.getUint32(at);
  const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  return end > bytes.length ? null : { end, isStripped: strippedPngChunks.has(type) };
}

/** The block at an offset; null from the pixel data on. */
function jpegBlockAt(bytes: Uint8Array, at: number): MetadataBlock | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return null;
  const marker = bytes[at + 1]!;
  if (marker < 0xc0 || marker === 0xda || (marker >= 0xd0 && marker <= 0xd9)) return null;
  const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  return end > bytes.length ? null : { end, isStripped: strippedJpegMarkers.has(marker) };
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
