import { expect, test } from 'vitest';
import { playOf, taps } from '../../../../test/support/replays/build-play.ts';
import { chooseThumbnailTime } from './choose-thumbnail-time.ts';

/** One circle per second, then ten close together, then one per second again. */
const times = [2000, 3000, 4000, ...Array.from({ length: 10 }, (_, i) => 5000 + i * 150), 8000, 9000];
const play = playOf(
  { objects: times.map((time) => `256,192,${time},1,0`) },
  taps(
    times.map((time) => [time, 256, 192]),
    12_000,
  ),
);

test('the best moment has many visible objects', () => {
  const moment = chooseThumbnailTime(play, [{ start: 0, end: 12_000 }]);
  expect(moment).toBeGreaterThanOrEqual(5000);
  expect(moment).toBeLessThan(6500);
});

test('the best moment lies in the clip', () => {
  expect(chooseThumbnailTime(play, [{ start: 7000, end: 8500 }])).toBe(8000);
});

test('without objects it is the middle of the clip', () => {
  expect(chooseThumbnailTime(play, [{ start: 10_000, end: 12_000 }])).toBe(11_000);
});

test('of two equal moments, the one with the longer combo is better', () => {
  expect(chooseThumbnailTime(play, [{ start: 1000, end: 4500 }])).toBe(4000);
});

test('the best moment lies in one of several periods', () => {
  const periods = [
    { start: 0, end: 2500 },
    { start: 3500, end: 4500 },
  ] as const;
  expect(chooseThumbnailTime(play, periods)).toBe(4000);
});
