import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coveringArea, scaledPicture } from './scaled-picture.ts';

const pixel = (...rgba: number[]) => rgba;
const picture = (width: number, height: number, pixels: number[][]) => ({
  width,
  height,
  rgba: Uint8ClampedArray.from(pixels.flat()),
});

const [black, white, red, clear] = [
  pixel(0, 0, 0, 255),
  pixel(255, 255, 255, 255),
  pixel(255, 0, 0, 255),
  pixel(0, 255, 0, 0),
];

test.each([
  ['of the same size does not change', [2, 1], [black, white], [2, 1], [black, white]],
  ['is the mean of the covered pixels', [2, 2], [black, white, white, black], [1, 1], [pixel(128, 128, 128, 255)]],
  ['keeps its colour next to transparent pixels', [2, 1], [red, clear], [1, 1], [pixel(255, 0, 0, 128)]],
  [
    'splits a pixel between two columns',
    [3, 1],
    [black, white, black],
    [2, 1],
    [pixel(85, 85, 85, 255), pixel(85, 85, 85, 255)],
  ],
  [
    'splits a row between two rows',
    [1, 3],
    [black, white, black],
    [1, 2],
    [pixel(85, 85, 85, 255), pixel(85, 85, 85, 255)],
  ],
  [
    'is interpolated when enlarged, with unchanged edges',
    [2, 1],
    [black, white],
    [4, 1],
    [black, pixel(64, 64, 64, 255), pixel(191, 191, 191, 255), white],
  ],
  [
    'is enlarged in height as in width',
    [1, 2],
    [black, white],
    [1, 4],
    [black, pixel(64, 64, 64, 255), pixel(191, 191, 191, 255), white],
  ],
] as const)('a scaled picture %s', (_, [width, height], pixels, [toWidth, toHeight], expected) => {
  const scaled = scaledPicture(picture(width, height, [...pixels]), { width: toWidth, height: toHeight });
  expect([scaled.width, scaled.height]).toEqual([toWidth, toHeight]);
  expect([...scaled.rgba]).toEqual(expected.flat());
});

test('a picture of the right size is returned as it is', () => {
  const same = picture(2, 1, [black, white]);
  expect(scaledPicture(same, { width: 2, height: 1 })).toBe(same);
});

describe('the area of a picture that covers a size', () => {
  test.each([
    ['is cropped at the sides of a wide picture', [40, 10], [32, 32], { left: 15, top: 0, width: 10, height: 10 }],
    [
      'is cropped at top and bottom of a tall picture',
      [10, 40],
      [20, 10],
      { left: 0, top: 17.5, width: 10, height: 5 },
    ],
    [
      'is the whole of a picture with the same aspect ratio',
      [16, 9],
      [1920, 1080],
      { left: 0, top: 0, width: 16, height: 9 },
    ],
  ] as const)('%s', (_, [width, height], [toWidth, toHeight], area) => {
    expect(coveringArea({ width, height }, { width: toWidth, height: toHeight })).toEqual(area);
  });

  test('excludes the pixels next to it when scaled', () => {
    const striped = picture(4, 1, [red, black, white, red]);
    const size = { width: 2, height: 1 };
    expect([...scaledPicture(striped, size, coveringArea(striped, size)).rgba]).toEqual([...black, ...white]);
  });
});

test('an opaque picture has the colours of a translucent one', () => {
  const side = fc.integer({ min: 1, max: 40 });
  const size = fc.record({ width: side, height: side });
  fc.assert(
    fc.property(size, size, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (from, to, levels) => {
      const rgba = Uint8Array.from({ length: from.width * from.height * 4 }, (_, i) =>
        i % 4 === 3 ? 255 : levels.next().value!,
      );
      const opaque = scaledPicture({ ...from, rgba }, to).rgba;
      const translucent = scaledPicture(
        { ...from, rgba: rgba.map((level, i) => (i % 4 === 3 ? 254 : level)) },
        to,
      ).rgba;
      const differences = Array.from(opaque, (level, i) => (i % 4 === 3 ? 255 - level : level - translucent[i]!));
      expect(Math.max(...differences.map(Math.abs))).toBeLessThanOrEqual(1);
    }),
  );
});
