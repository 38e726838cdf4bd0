import { expect, test } from 'vitest';
import { preparePlayableMap } from '../../../test/support/beatmaps/map-text.ts';
import type { Judgement, Play, Press } from '../play/index.ts';
import type { ReplayFrames } from '../replay/index.ts';
import { mapMarks, playAnalytics } from './index.ts';

const judgement = (time: number, changes: Partial<Judgement>): Judgement => ({
  time,
  object: 0,
  part: 'circle',
  result: 'great',
  point: null,
  at: { x: 100, y: 200 },
  hitError: null,
  aimOffset: null,
  ...changes,
});

/** The part of a play that the analytics use; each row is a judgement with the misses and the accuracy after it. */
function played(
  rows: readonly (readonly [judgement: Judgement, misses: number, accuracy: number])[],
  presses: readonly Partial<Press>[] = [],
) {
  const last = rows.at(-1);
  return {
    judgements: rows.map((row) => row[0]),
    totals: {
      times: Float64Array.from(rows, (row) => row[0].time),
      misses: Uint32Array.from(rows, (row) => row[1]),
      accuracy: Float64Array.from(rows, (row) => row[2]),
      combo: Uint32Array.from(rows, (_, i) => Math.floor(i / 2)),
      score: Float64Array.from(rows, (_, i) => 300 * Math.floor(i / 3)),
    },
    map: {
      ...preparePlayableMap({ events: ['2,5000,5600', '2,6000,8000'] }),
      rules: 'stable',
      od: 5,
      radius: 36.483,
      clockRate: 1.5,
      objects: [500, 1300, 2400, 2900].map((startTime) => ({ kind: 'circle', startTime, at: { x: 5.5, y: 6 } })),
    },
    presses,
    result: { accuracy: last?.[2] ?? 1, unstableRate: 84.1234 },
  } as unknown as Pick<Play, 'judgements' | 'totals' | 'result' | 'map' | 'presses'>;
}

/** The cursor moves to the right by one osu! pixel per 100 ms. */
const frames = {
  times: Float64Array.of(0, 1000, 2000, 3000),
  xs: Float32Array.of(0, 10, 20, 30),
  ys: Float32Array.of(6, 6, 6, 6),
} as unknown as ReplayFrames;
const noRating = { pp: null, strains: null };

test('computes hits, misses and changes over time from the judgements', () => {
  const play = played([
    [judgement(1000, { hitError: -12, aimOffset: { x: 3.456, y: -4 } }), 0, 1],
    [judgement(2000, { hitError: 30, aimOffset: { x: 0, y: 0 }, result: 'ok', object: 1 }), 0, 2 / 3],
    [judgement(2500, { part: 'tick', result: 'miss', object: 2 }), 0, 2 / 3],
    [judgement(3000, { result: 'miss', object: 3, at: { x: 5.5, y: 6 } }), 1, 4 / 9],
    [judgement(4000, { hitError: -2, aimOffset: { x: 1, y: 1 }, object: 4 }), 1, 7 / 12],
  ]);
  const pp = Float64Array.of(10, 12.345, 12.345, 8, 8.001);
  const strains = { sectionMs: 400, aim: Float64Array.of(1, 2.346), speed: Float64Array.of(3, 4) };
  expect(playAnalytics(play, { pp, strains }, frames)).toEqual({
    accuracy: 7 / 12,
    unstable_rate: 84.12,
    timing: { unstable_rate: 56.08, early: -4.67, late: 20 },
    hit_error_average: { early: -7, late: 30 },
    hits: [
      { t: 1000, error: -12, x: 3.46, y: -4 },
      { t: 2000, error: 30, x: 0, y: 0 },
      { t: 4000, error: -2, x: 1, y: 1 },
    ],
    // No key was pressed: the cursor is the one at the time of the object.
    missed: [{ t: 3000, x: 5.5, y: 6, object: 3, aim: { x: 14.5, y: 0 } }],
    accuracy_over_time: [
      { t: 1000, accuracy: 1 },
      { t: 2000, accuracy: 0.666667 },
      { t: 3000, accuracy: 0.444444 },
      { t: 4000, accuracy: 0.583333 },
    ],
    pp_over_time: [
      { t: 1000, pp: 10 },
      { t: 2000, pp: 12.35 },
      { t: 3000, pp: 8 },
    ],
    combo_over_time: [
      { t: 1000, combo: 0 },
      { t: 2500, combo: 1 },
      { t: 4000, combo: 2 },
    ],
    score_over_time: [
      { t: 1000, score: 0 },
      { t: 3000, score: 300 },
    ],
    // 1,300 ms of song time at 1.5 times the speed are in the third section of 400 ms.
    strain_over_time: [
      { t: 1200, aim: 1, speed: 3 },
      { t: 1800, aim: 2.35, speed: 4 },
    ],
    circle_radius: 36.48,
    hit_windows: { great: 50, ok: 100, meh: 150 },
    clock_rate: 1.5,
    breaks: [{ start: 6000, end: 8000 }],
    intro_ends_at: null,
  });
});

test('a play without judgements on a map without rating has empty lists', () => {
  expect(playAnalytics(played([]), noRating, frames)).toEqual({
    accuracy: 1,
    unstable_rate: 84.12,
    timing: null,
    hit_error_average: { early: null, late: null },
    hits: [],
    missed: [],
    accuracy_over_time: [],
    pp_over_time: [],
    combo_over_time: [],
    score_over_time: [],
    strain_over_time: [],
    circle_radius: 36.48,
    hit_windows: { great: 50, ok: 100, meh: 150 },
    clock_rate: 1.5,
    breaks: [{ start: 6000, end: 8000 }],
    intro_ends_at: null,
  });
});

test('a press that misses is no hit, and the miss says where the cursor was', () => {
  const early = judgement(1100, { hitError: -200, aimOffset: { x: 1, y: 2 }, result: 'miss', object: 1 });
  const missed = judgement(2550, { result: 'miss', object: 2, at: { x: 5.5, y: 6 } });
  const presses = [
    { time: 2249, at: { x: 90, y: 90 }, outcome: 'none' },
    { time: 2300, at: { x: 45.5, y: 16 }, outcome: 'none' },
    { time: 2380, at: { x: 50, y: 6 }, outcome: 'hit' },
    { time: 2551, at: { x: 90, y: 90 }, outcome: 'none' },
  ] as const;
  const play = played(
    [
      [early, 1, 0],
      [missed, 2, 0],
    ],
    presses,
  );
  const analytics = playAnalytics(play, noRating, frames);
  expect(analytics.hits).toEqual([]);
  expect(analytics.hit_error_average).toEqual({ early: null, late: null });
  expect(analytics.missed.map(({ aim }) => aim)).toEqual([
    { x: 1, y: 2 },
    { x: 40, y: 10 },
  ]);
});

test('a hit without an error counts with the late ones, as in the timing that the video shows', () => {
  const play = played([
    [judgement(1000, { hitError: -9, aimOffset: { x: 0, y: 0 } }), 0, 1],
    [judgement(2000, { hitError: 0, aimOffset: { x: 0, y: 0 }, object: 1 }), 0, 1],
    [judgement(3000, { hitError: 6, aimOffset: { x: 0, y: 0 }, object: 2 }), 0, 1],
  ]);
  expect(playAnalytics(play, noRating, frames)).toMatchObject({
    timing: { early: -6, late: 2 },
    hit_error_average: { early: -9, late: 3 },
  });
});

test('the intro ends where the skip button leads to, unless it is short', () => {
  const introEnd = (first: number) => mapMarks(preparePlayableMap({ objects: [`0,0,${first},1,0`] })).introEnd;
  expect(introEnd(10_500)).toBe(8300);
  expect(introEnd(4000)).toBe(null);
});
