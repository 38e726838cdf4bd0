import { expect, test } from 'vitest';
import { fractionOf, markAt, placeMarks } from './seek-marks.ts';

const span = { start: -1000, end: 99_000 };

test('marks are placed as fractions of the span', () => {
  const marks = { misses: [9000, 49_000], breaks: [{ start: 19_000, end: 29_000 }], introEnd: 4000 };
  expect(placeMarks(marks, span)).toEqual({
    misses: [0.1, 0.5],
    breaks: [{ start: 0.2, end: 0.3 }],
    introEnd: 0.05,
  });
});

test('what lies outside of the span is left out, and a break that begins before it is shortened', () => {
  const marks = {
    misses: [-1000, -5000, 99_000, 120_000],
    breaks: [
      { start: -9000, end: 9000 },
      { start: 100_000, end: 110_000 },
    ],
    introEnd: -1000,
  };
  expect(placeMarks(marks, span)).toEqual({ misses: [], breaks: [{ start: 0, end: 0.1 }], introEnd: null });
});

test('misses that are too close together to be told apart get one mark', () => {
  const misses = [1000, 1100, 1190, 1210, 1300];
  expect(placeMarks({ misses, breaks: [], introEnd: null }, span).misses).toEqual([0.02, 0.0221]);
});

test('before the length is known, nothing is marked', () => {
  const marks = { misses: [0], breaks: [{ start: 0, end: 5 }], introEnd: 0 };
  expect(placeMarks(marks, { start: 0, end: 0 })).toEqual({ misses: [], breaks: [], introEnd: null });
});

test.each([
  [99, 0],
  [308, 0.5],
  [516, 1],
  [600, 1],
])('x = %d on a bar from 100 to 516 is the fraction %d', (x, fraction) => {
  expect(fractionOf(x, { start: 100, end: 516 })).toBe(fraction);
});

test.each([
  [0.105, 'miss'],
  [0.11, null],
  [0.05, 'introEnd'],
  [0.25, 'break'],
  [0.31, null],
] as const)('at %d of the bar the pointer is at %s', (at, mark) => {
  expect(markAt({ misses: [0.1], breaks: [{ start: 0.2, end: 0.3 }], introEnd: 0.05 }, at)).toBe(mark);
});
