import { crc32 } from '../../../game/archive/index.ts';
import type { PictureSize } from './picture-size.ts';

/** Whether the bytes start with a PNG signature. */
export function isPng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  return view.byteLength >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a;
}

/** Reads the size from the header, which is always the first chunk. */
export function pngSize(bytes: Uint8Array): PictureSize | null {
  const view = viewOf(bytes);
  return view.getUint32(12) === chunkType('IHDR') ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** Whether all necessary chunks are present with valid checksums. */
export function isWholePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (type === chunkType('IEND')) return true;
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return false;
    if (requiredChunks.has(type) && view.getUint32(end) !== crc32(bytes.subarray(at + 4, end))) return false;
    at = end + 4;
  }
  return false;
}

const chunkType = (name: string) => [...name].reduce((number, letter) => number * 256 + letter.charCodeAt(0), 0);
const requiredChunks = new Set(['IHDR', 'PLTE', 'IDAT'].map(chunkType));

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
