import { isPng } from './png.ts';

/** What a PNG says of its colours and of how it is to be held. */
const toldByPng = new Set(['gAMA', 'cHRM', 'iCCP', 'sRGB', 'cICP', 'eXIf']);
/** The same in a JPEG: Exif, and the profile. What its numbers mean at all (APP14) stays. */
const toldByJpeg = new Set([0xe1, 0xe2]);

/**
 * A picture without its colour profile and orientation. The game takes pixels as they are, and each decoder would make
 * something else of them: the page would not show what the video shows.
 */
export function plainPicture(bytes: Uint8Array): Uint8Array {
  if (isPng(bytes)) return without(bytes, 8, pngPart);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? without(bytes, 2, jpegPart) : bytes;
}

interface Part {
  readonly end: number;
  readonly isTold: boolean;
}

/** The bytes without the parts that tell; from a part on that cannot be read, and behind the last one, as they are. */
function without(bytes: Uint8Array, start: number, partAt: (bytes: Uint8Array, at: number) => Part | null): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (let at = start, part = partAt(bytes, at); part; part = partAt(bytes, at)) {
    if (part.isTold) {
      kept.push(bytes.subarray(from, at));
      from = part.end;
    }
    at = part.end;
  }
  if (from === 0) return bytes;
  return concat([...kept, bytes.subarray(from)]);
}

function pngPart(bytes: Uint8Array, at: number): Part | null {
  if (at + 12 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const end = at + 12 + view.getUint32(at);
  const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  return end > bytes.length ? null : { end, isTold: toldByPng.has(type) };
}

/** Those before the pixels. */
function jpegPart(bytes: Uint8Array, at: number): Part | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return null;
  const marker = bytes[at + 1]!;
  if (marker < 0xc0 || marker === 0xda || (marker >= 0xd0 && marker <= 0xd9)) return null;
  const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  return end > bytes.length ? null : { end, isTold: toldByJpeg.has(marker) };
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
