import { expect, test } from 'vitest';
import type { PlayableMap } from '../../../game/beatmap/index.ts';
import { cropAround, thumbnailSize } from './thumbnail.ts';

const mapWith = (...points: [x: number, y: number][]) =>
  ({
    preempt: 1000,
    objects: points.map(([x, y], i) => ({ kind: 'circle', startTime: i * 100, endTime: i * 100, at: { x, y } })),
  }) as unknown as PlayableMap;

test.each([
  ['objects in the middle', [[256, 192]], 224, 142],
  ['objects at the top left', [[0, 0]], 0, 0],
  ['objects at the bottom right', [[512, 384]], 448, 252],
  [
    'objects on both sides',
    [
      [0, 192],
      [512, 192],
    ],
    224,
    142,
  ],
  ['no objects', [], 224, 142],
] as [string, [number, number][], number, number][])(
  '%s are in the middle as far as the frame allows',
  (_, points, left, top) => {
    expect(cropAround(mapWith(...points), 0, thumbnailSize)).toEqual({
      drawn: { width: 1728, height: 972 },
      left,
      top,
    });
  },
);

test('objects that have ended, or appear much later, do not count', () => {
  const map = mapWith([0, 0], [256, 192], [256, 192], [256, 192], [256, 192], [256, 192], [256, 192], [512, 384]);
  expect(cropAround(map, 150, thumbnailSize)).toMatchObject({ left: 224 });
});
