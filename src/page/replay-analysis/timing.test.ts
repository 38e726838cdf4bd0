import { describe, expect, test } from 'vitest';
import { errorAxisOf, judgementOf, splitHits } from './timing.ts';

const windows = { great: 20, ok: 60, meh: 100 };
const hits = (...errors: number[]) => errors.map((error, i) => ({ t: i * 100, error, x: 0, y: 0 }));

test.each([
  [0, 'great'],
  [-20, 'great'],
  [20.1, 'ok'],
  [-60, 'ok'],
  [61, 'meh'],
  [400, 'meh'],
] as const)('an error of %d ms is judged %s', (error, judgement) => {
  expect(judgementOf(error, windows)).toBe(judgement);
});

describe('the axis of the hit errors', () => {
  const many = (error: number) => hits(...new Array<number>(98).fill(error));

  test.each([
    [20, 20],
    [-21, 60],
    [61, 100],
  ])('ends at the smallest hit window that contains errors of %d ms: %d ms', (error, axis) => {
    expect(errorAxisOf({ hits: many(error), windows })).toBe(axis);
  });

  test('is not stretched by one hit in a hundred', () => {
    expect(errorAxisOf({ hits: [...many(5), ...hits(5, 99)], windows })).toBe(20);
    expect(errorAxisOf({ hits: [...many(5), ...hits(99, 99)], windows })).toBe(100);
  });

  test('never goes beyond the last window, and is the first one without hits', () => {
    expect(errorAxisOf({ hits: many(350), windows })).toBe(100);
    expect(errorAxisOf({ hits: [], windows })).toBe(20);
  });

  test('contains the largest error of analytics without hit windows, up to a limit', () => {
    expect(errorAxisOf({ hits: hits(3.2, -44.5), windows: null })).toBe(45);
    expect(errorAxisOf({ hits: hits(399), windows: null })).toBe(200);
  });
});

test('early and late hits are counted and averaged apart', () => {
  expect(splitHits(hits(-10, -4, 0, 3, 9))).toEqual({
    early: { count: 2, average: -7 },
    late: { count: 3, average: 4 },
  });
  expect(splitHits(hits(5)).early).toEqual({ count: 0, average: null });
});
