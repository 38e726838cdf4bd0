import { expect, test } from 'vitest';
import { groupMoments } from './group-moments.ts';

test('the moments of a kind are together, in the order of the song', () => {
  const moments = [
    { kind: 'mistakes', start: 1000, end: 5000 },
    { kind: 'hardest', start: 2000, end: 22_000 },
    { kind: 'mistakes', start: 9000, end: 13_000 },
  ] as const;
  expect(groupMoments(moments)).toEqual([
    {
      kind: 'mistakes',
      periods: [
        { start: 1000, end: 5000 },
        { start: 9000, end: 13_000 },
      ],
    },
    { kind: 'hardest', periods: [{ start: 2000, end: 22_000 }] },
  ]);
  expect(groupMoments([])).toEqual([]);
});
