import { expect, test } from 'vitest';
import { shrunkPicture } from './shrunk-picture.ts';

const pixel = (...rgba: number[]) => rgba;
const picture = (width: number, height: number, pixels: number[][]) => ({
  ...{ width, height },
  rgba: Uint8ClampedArray.from(pixels.flat()),
});

const [black, white, red, clear] = [
  pixel(0, 0, 0, 255),
  pixel(255, 255, 255, 255),
  pixel(255, 0, 0, 255),
  pixel(0, 255, 0, 0),
];

test.each([
  ['of the same size is the same', [2, 1], [black, white], [2, 1], [black, white]],
  ['is the mean of what it covers', [2, 2], [black, white, white, black], [1, 1], [pixel(128, 128, 128, 255)]],
  ['keeps its colour beside clear pixels', [2, 1], [red, clear], [1, 1], [pixel(255, 0, 0, 128)]],
  [
    'shares out a pixel that lies under two',
    [3, 1],
    [black, white, black],
    [2, 1],
    [pixel(85, 85, 85, 255), pixel(85, 85, 85, 255)],
  ],
  [
    'shares out a row that lies under two',
    [1, 3],
    [black, white, black],
    [1, 2],
    [pixel(85, 85, 85, 255), pixel(85, 85, 85, 255)],
  ],
] as const)('a picture %s', (_, [width, height], pixels, [toWidth, toHeight], expected) => {
  const shrunk = shrunkPicture(picture(width, height, [...pixels]), { width: toWidth, height: toHeight });
  expect([shrunk.width, shrunk.height]).toEqual([toWidth, toHeight]);
  expect([...shrunk.rgba]).toEqual(expected.flat());
});
