import { expect, test } from 'vitest';
import { isDrawn, suspendsWorker } from './check-policy.ts';

test.each([
  [0.05, 0.049, true],
  [0.05, 0.05, false],
  [1, 0.999_999, true],
  [0, 0, false],
])('with a share of %d and a draw of %d: %s', (share, drawn, expected) => {
  expect(isDrawn({ share, wasChecked: true, random: () => drawn })).toBe(expected);
});

test('the first segment of a worker is checked whatever is drawn, unless checks are off', () => {
  expect(isDrawn({ share: 0.05, wasChecked: false, random: () => 0.999 })).toBe(true);
  expect(isDrawn({ share: 0, wasChecked: false, random: () => 0 })).toBe(false);
});

test('about a share of the segments is drawn', () => {
  const drawn = Array.from({ length: 20_000 }, () => isDrawn({ share: 0.05, wasChecked: true })).filter(Boolean).length;
  // Five standard deviations.
  expect(Math.abs(drawn - 1_000)).toBeLessThan(155);
});

test('only a difference suspends a worker', () => {
  expect((['equal', 'within-bound', 'different'] as const).map(suspendsWorker)).toEqual([false, false, true]);
});
