import { expect, test } from 'vitest';
import type { Analytics } from '../../contract/index.ts';
import { analysisDataOf } from './analysis-data.ts';
import { errorChartOf, timeChartsOf } from './time-charts.ts';

/** A play with Double Time: 600 hits by 3 ms, and one far too late by 90 ms, all in real time. */
const analytics = {
  frames: [],
  life_bar: [],
  hits: Array.from({ length: 601 }, (_, i) => ({ t: i * 100, error: i === 300 ? 135 : 4.5, x: 0, y: 0 })),
  missed: [{ t: 30_050, x: 1, y: 2, object: 3 }],
  accuracy_over_time: [],
  hit_windows: { great: 30, ok: 90, meh: 150 },
  clock_rate: 1.5,
} as unknown as Analytics;

test('the axis of the hit errors ends at a hit window in real time, and an outlier is marked at its edge', () => {
  const data = analysisDataOf(analytics);
  if (data === null) throw new Error('The play is judged.');
  const { range, marks, lines } = errorChartOf(data);
  expect(range?.map((end) => Math.round(end * 10) / 10)).toEqual([-21.6, 21.6]);
  expect(marks).toEqual({
    windows: [
      { error: -20, colour: '--great' },
      { error: 20, colour: '--great' },
    ],
    outliers: [{ t: 30_000, isLate: true, colour: '--warn' }],
    misses: [30_050],
  });
  const values = lines.map(({ values }) => [...values].filter((value) => value !== null));
  expect(values.map(({ length }) => length)).toEqual([600, 0, 0]);
  expect(values[0]?.[0]).toBe(3);
});

test('a value that never changes is a line from its first time to the end', () => {
  const { accuracy } = analysisDataOf({ ...analytics, accuracy_over_time: [{ t: 0, accuracy: 1 }] }) ?? {};
  expect(accuracy).toEqual({ times: Float64Array.of(0, 60_000), values: Float64Array.of(100, 100) });
});

test('a replay that is not judged yet has no charts', () => {
  expect(analysisDataOf({ ...analytics, hits: undefined })).toBeNull();
});

test('a chart may have more points than a call may have arguments', () => {
  const combo = Array.from({ length: 200_000 }, (_, t) => ({ t, combo: t % 500 }));
  const data = analysisDataOf({ ...analytics, combo_over_time: combo });
  if (data === null) throw new Error('The play is judged.');
  expect(timeChartsOf(data).map(({ range }) => range)).toContainEqual([0, 499]);
});
