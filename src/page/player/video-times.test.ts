import { expect, test } from 'vitest';
import { videoTimesOf } from './video-times.ts';

test('a video of the whole play or of a clip starts at its first frame', () => {
  const times = videoTimesOf({ starts_at: 10_000, clock_rate: 1.5 }, 4000);
  expect(times.span).toEqual({ start: 10_000, end: 16_000 });
  expect(times.elapsedAt(13_000)).toBe(2000);
  expect(times.timeAt(2000)).toBe(13_000);
  // The charts also show what is before the beginning of a clip.
  expect(times.elapsedAt(8500)).toBe(-1000);
});

test('without the relation of its times, the position in the video is the time', () => {
  const times = videoTimesOf(null, 4000);
  expect([times.elapsedAt(1500), times.timeAt(1500), times.span.end]).toEqual([1500, 1500, 4000]);
});

const pieces = [
  { starts_at: 10_000, ends_at: 13_000, video_starts_at: 0 },
  { starts_at: 40_000, ends_at: 46_000, video_starts_at: 2000 },
  { starts_at: 60_000, ends_at: 61_500, video_starts_at: 6000 },
];
const moments = videoTimesOf({ starts_at: 10_000, clock_rate: 1.5, pieces }, 7000);

test.each([
  [0, 10_000],
  [1999, 12_998.5],
  [2000, 40_000],
  [5999, 45_998.5],
  [6000, 60_000],
  [7000, 61_500],
])('a video of moments shows at %d ms the song time %d', (elapsedMs, t) => {
  expect(moments.timeAt(elapsedMs)).toBe(t);
  expect(moments.elapsedAt(t)).toBe(elapsedMs);
});

test.each([
  [13_001, 2000],
  [39_999, 2000],
  [50_000, 6000],
])(
  'the song time %d, which a video of moments leaves out, is at %d ms, where the next moment starts',
  (t, elapsedMs) => {
    expect(moments.elapsedAt(t)).toBe(elapsedMs);
  },
);

test('a video of moments spans from the first one to the last one', () => {
  expect(moments.span).toEqual({ start: 10_000, end: 61_500 });
});
