import { expect, test } from 'vitest';
import { addressOf, positionOf } from './position-link.ts';

test.each([
  ['?t=83', 83_000],
  ['?t=1:23', 83_000],
  ['?t=1:23.4&lang=de', 83_400],
  ['?t=0', 0],
  ['?t=-5', null],
  ['?t=', null],
  ['?t=soon', null],
  ['', null],
])('the query "%s" names the position %s', (search, ms) => expect(positionOf(search)).toBe(ms));

test.each([
  [83_456, '1:23.4'],
  [60_000, '1:00'],
  [9_999, '0:09.9'],
  [-200, '0:00'],
])('the address of the position %d ends with ?t=%s', (ms, text) => {
  const address = addressOf({ url: 'https://replays.example/view/1', positionAt: (t) => t - 1000 }, ms + 1000);
  expect(address).toBe(`https://replays.example/view/1?t=${text}`);
  expect(positionOf(new URL(address).search)).toBe(Math.max(0, Math.floor(ms / 100) * 100));
});
