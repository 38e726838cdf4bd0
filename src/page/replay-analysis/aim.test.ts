import { expect, test } from 'vitest';
import { aimSpreadOf, clampOffset } from './aim.ts';

test('the spread has the average position and the standard deviations along its widest direction', () => {
  const diagonal = [-2, -1, 0, 1, 2].map((step) => ({ x: 3 + step, y: 1 + step }));
  const spread = aimSpreadOf(diagonal);
  expect(spread?.mean).toEqual({ x: 3, y: 1 });
  expect(spread?.major).toBeCloseTo(2, 6);
  expect(spread?.minor).toBeCloseTo(0, 6);
  expect(spread?.angle).toBeCloseTo(Math.PI / 4, 6);
});

test('a spread that is wider vertically points down', () => {
  const offsets = [-3, 3].flatMap((y) => [-1, 1].map((x) => ({ x, y })));
  expect(aimSpreadOf(offsets)).toMatchObject({ major: 3, minor: 1, angle: Math.PI / 2 });
});

test('there is no spread without hits', () => {
  expect(aimSpreadOf([])).toBeNull();
});

test('an offset outside stays in its direction and is marked', () => {
  expect(clampOffset({ x: 30, y: 40 }, 50)).toEqual({ x: 30, y: 40, isOutside: false });
  expect(clampOffset({ x: 300, y: -400 }, 50)).toEqual({ x: 30, y: -40, isOutside: true });
});
