import { crc32 } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodableSize } from './decodable-size.ts';
import { pictureSize } from './picture-header.ts';

const png = picture(40, 30).toBuffer('image/png');
const jpeg = picture(40, 30).toBuffer('image/jpeg');

describe('the size', () => {
  test.each([
    ['PNG', png],
    ['JPEG', jpeg],
  ])('of a %s is read from its header', (_, bytes) => {
    expect(pictureSize(bytes)).toEqual({ width: 40, height: 30 });
  });

  test('of a JPEG is found after other segments and fill bytes', () => {
    const comment = [0xff, 0xff, 0xfe, 0, 6, 1, 2, 3, 4];
    expect(pictureSize(Uint8Array.from([...jpeg.subarray(0, 2), ...comment, ...jpeg.subarray(2)]))).toEqual({
      width: 40,
      height: 30,
    });
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['a GIF', new TextEncoder().encode('GIF89a\x10\0\x10\0 and more of it')],
    ['a picture with no width', declaring(0, 30)],
    ['a JPEG that ends before its frame', jpeg.subarray(0, 20)],
  ])('of %s is unknown', (_, bytes) => {
    expect(pictureSize(bytes)).toBeNull();
  });

  test('of arbitrary bytes is read without errors', () => {
    const starts = fc.constantFrom([], [...png.subarray(0, 16)], [0xff, 0xd8], [...jpeg.subarray(0, 60)]);
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        pictureSize(Uint8Array.from([...start, ...rest]));
      }),
    );
  });
});

describe('decodable pictures', () => {
  test.each([
    ['8,192 pixels a side', 8_192, 10, true],
    ['8,193 pixels a side', 8_193, 10, false],
    ['40 million pixels', 8_000, 5_000, true],
    ['one row more', 8_000, 5_001, false],
    ['30,000 pixels a side', 30_000, 30_000, false],
  ])('a picture of %s is accepted or refused', (_, width, height, allowed) => {
    expect(decodableSize(declaring(width, height)) !== null).toBe(allowed);
  });

  test.each([
    ['a truncated PNG', png.subarray(0, png.length - 20)],
    ['a PNG with a flipped bit', flipped(png, png.length - 30)],
  ])('%s is refused', (_, bytes) => {
    expect(decodableSize(bytes)).toBeNull();
  });
});

function picture(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgb(0, 128, 255)';
  context.fillRect(0, 0, width, height);
  return canvas;
}

/** A PNG whose header declares this size, with a valid checksum. */
function declaring(width: number, height: number): Uint8Array {
  const bytes = Uint8Array.from(png);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc32(bytes.subarray(12, 29)));
  return bytes;
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at]! ^= 1;
  return copy;
}
