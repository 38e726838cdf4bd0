import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { linearGamma, turnedExif, withJpegSegment, withPngChunk } from '../../test/support/told-picture.ts';
import { decoder } from './decode-picture.ts';

test('every pixel, not premultiplied', async () => {
  const canvas = createCanvas(2, 1);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgba(200, 100, 0, 0.5)';
  context.fillRect(1, 0, 1, 1);
  const decoded = (await decoder.whole(canvas.toBuffer('image/png')))!;
  expect({ width: decoded.width, height: decoded.height }).toEqual({ width: 2, height: 1 });
  const [red, green, blue, alpha] = decoded.rgba.subarray(4);
  expect([red! - 200, green! - 100, blue!, alpha! - 128].every((off) => Math.abs(off) <= 2)).toBe(true);
});

test('a background covers the screen: cut at the sides it is too long on', async () => {
  const canvas = createCanvas(40, 10);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgb(0, 128, 255)';
  context.fillRect(0, 0, 40, 10);
  context.fillStyle = 'rgb(255, 0, 0)';
  context.fillRect(0, 0, 8, 10);
  const covered = (await decoder.covering(canvas.toBuffer('image/png'), { width: 32, height: 32 }))!;
  expect(covered.rgba).toHaveLength(32 * 32 * 4);
  expect([...covered.rgba.subarray(0, 4)]).toEqual([0, 128, 255, 255]);
});

test('pixels are what the file says, whatever it says of its colours and of how it is to be held', async () => {
  const canvas = createCanvas(4, 2);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgb(40, 120, 200)';
  context.fillRect(0, 0, 4, 2);
  const png = await decoder.whole(withPngChunk(canvas.toBuffer('image/png'), 'gAMA', linearGamma));
  expect([...png!.rgba.subarray(0, 4)]).toEqual([40, 120, 200, 255]);
  const jpeg = await decoder.whole(withJpegSegment(canvas.toBuffer('image/jpeg'), 0xe1, turnedExif));
  expect([jpeg!.width, jpeg!.height]).toEqual([4, 2]);
});
