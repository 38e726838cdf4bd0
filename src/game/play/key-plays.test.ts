import { expect, test } from 'vitest';
import { playOf, type Row } from '../../../test/support/replays/build-play.ts';

/** K1 down at the time and up 20 ms later. */
const press = (time: number, keys = 5): Row[] => [
  [time, 256, 192, keys],
  [time + 20, 256, 192, 0],
];

test.each([
  ['before the first object appears', 1799, 0],
  ['when it appears', 1800, 1],
  ['before a break', 3999, 1],
  ['when a break begins', 4000, 0],
  ['in a break', 5999, 0],
  ['when a break ends', 6000, 1],
])('a press %s (at %d ms) adds %i to the counter', (_, time, count) => {
  const map = { objects: ['256,192,3000,5,0', '256,192,7000,1,0'], events: ['2,4000,6000'] };
  const [k1] = playOf(map, press(time)).keys;
  expect([...k1!.downs]).toEqual([time]);
  expect([...k1!.counts]).toEqual([count]);
});

test.each([
  [5, [1, 0, 0, 0]],
  [10, [0, 1, 0, 0]],
  [1, [0, 0, 1, 0]],
  [2, [0, 0, 0, 1]],
  [15, [1, 1, 0, 0]],
  [3, [0, 0, 1, 1]],
])('key bits %i press K1, K2, M1 and M2 this often: %j', (keys, counts) => {
  const { keys: plays } = playOf({ objects: ['256,192,3000,5,0'] }, press(3000, keys));
  expect(plays.map((key) => key.counts.at(-1) ?? 0)).toEqual(counts);
});

test.each([
  [1, [1, 0]],
  [2, [0, 1]],
  [3, [1, 1]],
  [16, [0, 0]],
])('in lazer, key bits %i press B1 and B2 this often: %j', (keys, counts) => {
  const { keys: plays } = playOf({ objects: ['256,192,3000,5,0'] }, press(3000, keys), { lazer: ['HD'] });
  expect(plays.map(({ name }) => name)).toEqual(['B1', 'B2']);
  expect(plays.map((key) => key.counts.at(-1) ?? 0)).toEqual(counts);
});
