import { expect, test } from 'vitest';
import type { Judgement } from './play.ts';
import { timingSummaryOf } from './timing-summary.ts';

const playOf = (hits: readonly (number | null)[], clockRate = 1) => {
  const judgements = hits.map((hitError) => ({ hitError, result: hitError === null ? 'miss' : '300' }) as Judgement);
  const [result, map] = [{ unstableRate: 178.7 }, { clockRate }];
  return { judgements, result, map } as unknown as Parameters<typeof timingSummaryOf>[0];
};

test('timing counts at the original speed of the song', () => {
  expect(timingSummaryOf(playOf([-15, 30, 0, null], 1.5))).toEqual({
    unstableRate: expect.closeTo(119.13, 2),
    early: -10,
    late: 10,
  });
});

test('a play without early hits, or without any hit, has no mean of them', () => {
  expect(timingSummaryOf(playOf([4]))).toEqual({ unstableRate: 178.7, early: null, late: 4 });
  expect(timingSummaryOf(playOf([null]))).toBeNull();
});
