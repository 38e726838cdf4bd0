import { describe, expect, test } from 'vitest';
import { steadyClock } from '../../game/beatmap/song-clock.ts';
import type { Scene } from '../scene/index.ts';
import { crossFadeAt, frameOf, type ScheduleOptions, scheduleFrames, songTimeOf } from './frame-schedule.ts';

/** A play with a warning from -3,000 to 0 and results from 60,000 to 66,000. */
const sceneAt = (rate: number) =>
  ({
    span: { start: -3000, end: 66_000 },
    opensAt: 0,
    resultsAt: 60_000,
    play: { map: { songClock: steadyClock(rate) } },
  }) as unknown as Scene;
const schedule = (options: Partial<ScheduleOptions>, rate = 1) =>
  scheduleFrames(sceneAt(rate), { fps: 60, speed: 1, ...options });

const moments = [
  { start: 10_000, end: 14_000 },
  { start: 30_000, end: 32_000 },
  { start: 50_000, end: 51_000 },
];

test('a video without moments is one piece from the start of the warning to the end of the results', () => {
  expect(schedule({})).toMatchObject({
    pieces: [{ start: -3000, end: 66_000, first: 0, frames: 4140, fade: 0 }],
    frames: 4140,
    isLast: true,
    rate: 1,
  });
});

test.each([
  { start: 66_000, end: 70_000 },
  { start: 10_000, end: 5000 },
  { start: 10_000, end: 10_000 },
  { end: -3000 },
])('a clip that no part of the play is in is refused: %o', (clip) => {
  const message = 'The clip is empty: the play lasts from -3.0 s to 66.0 s.';
  expect(() => schedule(clip)).toThrow(expect.objectContaining({ code: 'video/empty-clip', message }));
});

describe('moments', () => {
  test('follow each other, with a cross-fade of a quarter of a second around each cut', () => {
    const made = schedule({ moments });
    expect(made.pieces.map(({ first, frames, fade }) => [first, frames, fade])).toEqual([
      [0, 240, 0],
      [240, 120, 8],
      [360, 60, 8],
    ]);
    expect(made).toMatchObject({ frames: 420, isLast: false, rate: 1 });
  });

  test('show their own song times', () => {
    const made = schedule({ moments });
    const times = [0, 239, 240, 359, 360, 419].map((frame) => Math.round(songTimeOf(made, frame)));
    expect(times).toEqual([10_000, 13_983, 30_000, 31_983, 50_000, 50_983]);
  });

  test.each([
    [1.5, 1, 160],
    [1, 0.5, 480],
    [0.75, 2, 160],
  ])('last shorter or longer if the song has the rate %d and the video the speed %d', (rate, speed, frames) => {
    const made = schedule({ moments, speed }, rate);
    expect(made.pieces[0].frames).toBe(frames);
    expect(made.rate).toBeCloseTo(rate * speed, 9);
    expect(songTimeOf(made, made.pieces[1]!.first + 30)).toBeCloseTo(30_000 + 500 * rate * speed, 6);
  });

  test('do not contain the warning and the results', () => {
    const made = schedule({
      moments: [
        { start: -2000, end: 1000 },
        { start: 59_000, end: 62_000 },
      ],
    });
    expect(made.pieces.map(({ start, end }) => [start, end])).toEqual([
      [0, 1000],
      [59_000, 60_000],
    ]);
  });

  test.each([{ moments: [] }, { moments: [{ start: 70_000, end: 80_000 }] }])(
    'that the video cannot show are refused: %o',
    (options) => {
      expect(() => schedule(options)).toThrow(expect.objectContaining({ code: 'video/no-moments' }));
    },
  );

  test('have the length limit of every video', () => {
    expect(schedule({ moments, maxSeconds: 7 }).frames).toBe(420);
    expect(() => schedule({ moments, maxSeconds: 6.9 })).toThrow(expect.objectContaining({ code: 'video/too-long' }));
  });
});

describe('a cross-fade', () => {
  test('is where its frames are, and continues both pieces', () => {
    const made = schedule({ moments });
    expect(crossFadeAt(made, 231)).toBeNull();
    expect(crossFadeAt(made, 248)).toBeNull();
    const first = crossFadeAt(made, 232)!;
    const last = crossFadeAt(made, 247)!;
    expect(first.earlier).toBeCloseTo(14_000 - (8 / 60) * 1000, 6);
    expect(first.later).toBeCloseTo(30_000 - (8 / 60) * 1000, 6);
    expect(last.earlier).toBeCloseTo(14_000 + (7 / 60) * 1000, 6);
    expect(last.later).toBeCloseTo(30_000 + (7 / 60) * 1000, 6);
    expect(first.weight).toBeCloseTo(1 / 32, 9);
    expect(last.weight).toBeCloseTo(31 / 32, 9);
  });

  test('is shorter around a short piece, and two do not overlap', () => {
    const short = schedule({
      moments: [
        { start: 1000, end: 2000 },
        { start: 3000, end: 3100 },
        { start: 4000, end: 5000 },
      ],
    });
    expect(short.pieces.map(({ frames, fade }) => [frames, fade])).toEqual([
      [60, 0],
      [6, 3],
      [60, 3],
    ]);
  });
});

test('the frame of a song time is in the piece that contains it', () => {
  const made = schedule({ moments, speed: 0.5 });
  expect(frameOf(made, 10_500)).toBeCloseTo(60, 9);
  expect(frameOf(made, 31_000)).toBeCloseTo(480 + 120, 9);
  expect(frameOf(made, 20_000)).toBeNull();
});
