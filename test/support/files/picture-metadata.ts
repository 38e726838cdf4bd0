import { crc32 } from 'node:zlib';

/** Inserts a chunk after the header of a PNG. */
export function withPngChunk(png: Uint8Array, type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return Uint8Array.from(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]));
}

/** Inserts a segment at the start of a JPEG. */
export function withJpegSegment(jpeg: Uint8Array, marker: number, data: Uint8Array): Uint8Array {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Uint8Array.from(Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]));
}

/** The data of a gAMA chunk that declares linear light. */
export const linearGamma = Uint8Array.from([0, 1, 0x86, 0xa0]);

/** EXIF data that rotates a picture by 90 degrees. */
export const rotatedExif = Uint8Array.from(
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
);
