import { expect, test } from 'vitest';
import type { Analytics } from '../../contract/index.ts';
import { analysisDataOf } from './analysis-data.ts';
import { csvOf } from './export.ts';
import { timeChartsOf } from './time-charts.ts';

/** A hit each second from 1 s to 60 s with Double Time, and three misses. */
const seconds = Array.from({ length: 60 }, (_, i) => i + 1);
const analytics = {
  frames: seconds.map((s) => ({ t: s * 1000, x: 0, y: 0, keys: s % 2 })),
  life_bar: [
    { time: 0, health: 1 },
    { time: 50_000, health: 0.5 },
  ],
  hits: seconds.map((s) => ({ t: s * 1000, error: s, x: 0, y: 0 })),
  missed: [5500, 30_500, 55_500].map((t) => ({ t, x: 1, y: 2, object: 3 })),
  accuracy_over_time: [
    { t: 1000, accuracy: 1 },
    { t: 5500, accuracy: 0.9 },
    { t: 30_500, accuracy: 0.8 },
    { t: 55_500, accuracy: 0.7 },
  ],
  combo_over_time: seconds.map((s) => ({ t: s * 1000, combo: s })),
  pp_over_time: [],
  strain_over_time: [],
  hit_windows: { great: 30, ok: 90, meh: 150 },
  clock_rate: 1.5,
  unstable_rate: 99,
  video: { starts_at: 25_000, clock_rate: 1.5 },
} as unknown as Analytics;

function dataOf(part: { start?: number; end?: number }) {
  const data = analysisDataOf(analytics, part);
  if (data === null) throw new Error('The play is judged.');
  return data;
}

test('the charts of a clip show the clip, with the times of the video', () => {
  const data = dataOf({ start: 25_000, end: 40_000 });
  expect(data.span).toEqual({ start: 25_000, end: 40_000 });
  expect([data.timeText(data.span.start), data.timeText(data.span.end)]).toEqual(['0:00', '0:10']);
  expect(data.hits.map(({ t }) => t / 1000)).toEqual(seconds.slice(24, 40));
  expect(data.misses.map(({ t }) => data.timeText(t))).toEqual(['0:03']);
  expect(data.frames.map(({ t }) => t / 1000)).toEqual(seconds.slice(24, 40));
  for (const { title, times, readings } of timeChartsOf(data)) {
    expect([title, Math.min(...times) >= 25_000, Math.max(...times) <= 40_000]).toEqual([title, true, true]);
    // What the keys read, and where Enter leads.
    const read = Array.from({ length: readings.count }, (_, i) => data.timeText(readings.time(i) ?? 0));
    expect(read.filter((text) => text < '0:00' || text > '0:10')).toEqual([]);
  }
  expect(csvOf(data).split('\r\n')).toHaveLength(1 + 16 + 1);
});

test('a clip has the mistakes and the moments that are in it', () => {
  const at = (time: number) => ({ object: 0, part: 'circle', time, result: 'miss', cause: 'unknown', combo_lost: 0 });
  const moments = [
    { kind: 'hardest', start: 24_000, end: 30_000 },
    { kind: 'best', start: 25_000, end: 40_000 },
    { kind: 'first_miss', start: 39_000, end: 41_000 },
  ];
  const mistakes = [24_999, 25_000, 40_000, 40_001].map(at);
  const whole = { ...analytics, mistakes, moments } as unknown as Analytics;
  const data = analysisDataOf(whole, { start: 25_000, end: 40_000 });
  expect(data?.mistakes?.map(({ time }) => time)).toEqual([25_000, 40_000]);
  expect(data?.moments.map(({ kind }) => kind)).toEqual(['best']);
});

test('the charts of a video of several moments have the times of the song', () => {
  const pieces = [{ starts_at: 25_000, ends_at: 28_000, video_starts_at: 0 }];
  const data = analysisDataOf({ ...analytics, video: { starts_at: 25_000, clock_rate: 1.5, pieces } });
  expect(data?.timeText(30_000)).toBe('0:20');
});

test('values of a clip count from the beginning of the play, and are known from its first moment to its last', () => {
  const { accuracy, combo, health, unstableRate } = dataOf({ start: 25_500, end: 40_000 });
  expect([[...accuracy.times], [...accuracy.values]]).toEqual([
    [25_500, 30_500, 40_000],
    [90, 80, 80],
  ]);
  expect([combo.times[0], combo.values[0], combo.times[1], combo.values[1]]).toEqual([25_500, 25, 26_000, 26]);
  expect([[...health.times], [...health.values]]).toEqual([[25_500], [100]]);
  expect(unstableRate).toBe(99);
});

test.each([
  [{}, { start: 1000, end: 60_000 }],
  [{ start: 25_000 }, { start: 25_000, end: 60_000 }],
  [{ end: 40_000 }, { start: 1000, end: 40_000 }],
  [
    { start: 60_100, end: 70_000 },
    { start: 60_100, end: 70_000 },
  ],
])('the charts of %j span %j', (part, span) => {
  expect(dataOf(part).span).toEqual(span);
});
