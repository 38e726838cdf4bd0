import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import {
  linearGamma,
  rotatedExif,
  withJpegSegment,
  withPngChunk,
} from '../../../../test/support/files/picture-metadata.ts';
import { decodePicture } from './decode-picture.ts';

test('pixels are decoded with straight alpha', async () => {
  const canvas = createCanvas(2, 1);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgba(200, 100, 0, 0.5)';
  context.fillRect(1, 0, 1, 1);
  const decoded = (await decodePicture(canvas.toBuffer('image/png')))!;
  expect({ width: decoded.width, height: decoded.height }).toEqual({ width: 2, height: 1 });
  const [red, green, blue, alpha] = decoded.rgba.subarray(4);
  expect([red! - 200, green! - 100, blue!, alpha! - 128].every((off) => Math.abs(off) <= 2)).toBe(true);
});

test('all rows of a large image are in order', async () => {
  const [width, height] = [500, 2_000];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const rowOf = (y: number) => [y % 256, Math.floor(y / 256), 77, 255];
  for (let y = 0; y < height; y++) {
    const [red, green, blue] = rowOf(y);
    context.fillStyle = `rgb(${red}, ${green}, ${blue})`;
    context.fillRect(0, y, width - 1, 1);
  }
  const { rgba } = (await decodePicture(canvas.toBuffer('image/png')))!;
  expect(rgba).toHaveLength(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = rgba.subarray(y * width * 4, (y + 1) * width * 4);
    expect([...row.subarray(0, 4), ...row.subarray(-8)], `row ${y}`).toEqual([...rowOf(y), ...rowOf(y), 0, 0, 0, 0]);
  }
});

test('colour profiles and orientation are ignored', async () => {
  const canvas = createCanvas(4, 2);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgb(40, 120, 200)';
  context.fillRect(0, 0, 4, 2);
  const png = await decodePicture(withPngChunk(canvas.toBuffer('image/png'), 'gAMA', linearGamma));
  expect([...png!.rgba.subarray(0, 4)]).toEqual([40, 120, 200, 255]);
  const jpeg = await decodePicture(withJpegSegment(canvas.toBuffer('image/jpeg'), 0xe1, rotatedExif));
  expect([jpeg!.width, jpeg!.height]).toEqual([4, 2]);
});
