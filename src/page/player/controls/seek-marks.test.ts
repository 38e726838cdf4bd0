import { expect, test } from 'vitest';
import { videoTimesOf } from '../video-times.ts';
import { barScaleOf, fractionOf, markAt, marksOnBar, placeMarks } from './seek-marks.ts';

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

test('on the bar of a video of the whole play, places are song times', () => {
  const { placeOf, timeAt } = barScaleOf(videoTimesOf({ starts_at: -1000, clock_rate: 1.5 }, 40_000));
  for (const t of [-1000, 0, 30_000, 59_000]) {
    expect(placeOf(t)).toBeCloseTo(t, 6);
    expect(timeAt(t)).toBeCloseTo(t, 6);
  }
});

test('on the bar of a video of moments, each moment has its part of the video', () => {
  const pieces = [
    { starts_at: 10_000, ends_at: 14_000, video_starts_at: 0 },
    { starts_at: 40_000, ends_at: 50_000, video_starts_at: 4000 },
  ];
  const times = videoTimesOf({ starts_at: 10_000, clock_rate: 1, pieces }, 14_000);
  const scale = barScaleOf(times);
  const fraction = (t: number) => fractionOf(scale.placeOf(t), times.span);
  expect(fraction(12_000)).toBeCloseTo(1 / 7, 9);
  expect(fraction(40_000)).toBeCloseTo(2 / 7, 9);
  expect(fraction(45_000)).toBeCloseTo(9 / 14, 9);
  expect(scale.timeAt(scale.placeOf(45_000))).toBeCloseTo(45_000, 6);
  const marks = {
    misses: [12_000, 20_000, 45_000],
    breaks: [
      { start: 20_000, end: 30_000 },
      { start: 13_000, end: 42_000 },
    ],
    introEnd: 30_000,
  };
  const placed = placeMarks(marksOnBar(marks, scale), times.span);
  expect(placed.misses.map((at) => Math.round(at * 14))).toEqual([2, 9]);
  expect(placed.breaks.map(({ start, end }) => [Math.round(start * 14), Math.round(end * 14)])).toEqual([[3, 6]]);
  expect(placed.introEnd).toBeNull();
});
