import { expect, test } from 'vitest';
import { groupMisses } from './miss-groups.ts';

const misses = (...times: number[]) => times.map((t) => ({ t }));

test('misses near each other are one group', () => {
  expect(groupMisses(misses(1000, 2500, 4500, 6501), 2000)).toEqual([
    { start: 1000, end: 4500, count: 3 },
    { start: 6501, end: 6501, count: 1 },
  ]);
});

test('no misses are no groups', () => {
  expect(groupMisses([], 2000)).toEqual([]);
});
