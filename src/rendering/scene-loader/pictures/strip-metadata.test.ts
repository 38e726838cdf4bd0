import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import {
  linearGamma,
  rotatedExif,
  withJpegSegment,
  withPngChunk,
} from '../../../../test/support/files/picture-metadata.ts';
import { stripPictureMetadata } from './strip-metadata.ts';

const canvas = createCanvas(8, 4);
canvas.getContext('2d').fillRect(0, 0, 3, 3);
const png = stripPictureMetadata(Uint8Array.from(canvas.toBuffer('image/png')));
const jpeg = stripPictureMetadata(Uint8Array.from(canvas.toBuffer('image/jpeg')));

describe('a picture', () => {
  test.each([
    ...(['gAMA', 'cHRM', 'iCCP', 'sRGB', 'cICP', 'eXIf'] as const).map(
      (type) => [`a PNG with ${type}`, withPngChunk(png, type, linearGamma), png] as const,
    ),
    [
      'a PNG with two of them',
      withPngChunk(withPngChunk(png, 'gAMA', linearGamma), 'sRGB', Uint8Array.from([0])),
      png,
    ] as const,
    ['a JPEG with Exif', withJpegSegment(jpeg, 0xe1, rotatedExif), jpeg] as const,
    ['a JPEG with a profile', withJpegSegment(jpeg, 0xe2, new Uint8Array(300)), jpeg] as const,
  ])('loses its metadata: %s', (_, withMetadata, plain) => {
    expect(Buffer.from(stripPictureMetadata(withMetadata)).equals(plain)).toBe(true);
  });

  test.each([
    ['a PNG', png],
    ['a PNG with a chunk that is not about colours', withPngChunk(png, 'tEXt', linearGamma)],
    ['a JPEG', jpeg],
    ['a JPEG with a colour transform', withJpegSegment(jpeg, 0xee, new Uint8Array(12))],
    ['a truncated PNG', withPngChunk(png, 'gAMA', linearGamma).subarray(0, 40)],
    ['a truncated JPEG', withJpegSegment(jpeg, 0xe1, rotatedExif).subarray(0, 20)],
    [
      'a PNG whose chunk claims to be longer than the file',
      Uint8Array.from([...png.subarray(0, 33), 255, 255, 255, 255, 1, 2, 3, 4, 5]),
    ],
    ['nothing', new Uint8Array(0)],
    ['noise', new Uint8Array(100).fill(7)],
  ])('does not change: %s', (_, bytes) => {
    expect(stripPictureMetadata(bytes)).toBe(bytes);
  });
});
