import { expect, test } from 'vitest';
import { playOf, taps } from '../../../../test/support/plays.ts';
import { bestMoment } from './best-moment.ts';

/** One circle a second, then ten close together, then one a second again. */
const times = [2000, 3000, 4000, ...Array.from({ length: 10 }, (_, i) => 5000 + i * 150), 8000, 9000];
const play = playOf(
  { objects: times.map((time) => `256,192,${time},1,0`) },
  taps(
    times.map((time) => [time, 256, 192]),
    12_000,
  ),
);

test('a good moment has much to hit', () => {
  const moment = bestMoment(play, 0, 12_000);
  expect(moment).toBeGreaterThanOrEqual(5000);
  expect(moment).toBeLessThan(6500);
});

test('it lies in the part that is shown', () => {
  expect(bestMoment(play, 7000, 8500)).toBe(8000);
});

test('a part without anything to hit has its middle', () => {
  expect(bestMoment(play, 10_000, 12_000)).toBe(11_000);
});

test('of two moments alike, the one with the longer combo is better', () => {
  expect(bestMoment(play, 1000, 4500)).toBe(4000);
});
