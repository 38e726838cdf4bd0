import { expect, test } from 'vitest';
import type { Judgement, Play } from '../play/index.ts';
import { playAnalytics } from './index.ts';

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

/** As much of a play as the analytics look at; each row is a judgement, the misses and the accuracy after it. */
function played(rows: readonly (readonly [judgement: Judgement, misses: number, accuracy: number])[]) {
  const last = rows.at(-1);
  return {
    judgements: rows.map((row) => row[0]),
    totals: {
      times: Float64Array.from(rows, (row) => row[0].time),
      misses: Uint32Array.from(rows, (row) => row[1]),
      accuracy: Float64Array.from(rows, (row) => row[2]),
    },
    result: { accuracy: last?.[2] ?? 1, unstableRate: 84.1234 },
  } as unknown as Pick<Play, 'judgements' | 'totals' | 'result'>;
}

test('hits, misses and what changed over time are taken from the judgements', () => {
  const play = played([
    [judgement(1000, { hitError: -12, aimOffset: { x: 3.456, y: -4 } }), 0, 1],
    [judgement(2000, { hitError: 30, aimOffset: { x: 0, y: 0 }, result: 'ok', object: 1 }), 0, 2 / 3],
    [judgement(2500, { part: 'tick', result: 'miss', object: 2 }), 0, 2 / 3],
    [judgement(3000, { result: 'miss', object: 3, at: { x: 5.5, y: 6 } }), 1, 4 / 9],
    [judgement(4000, { hitError: -2, aimOffset: { x: 1, y: 1 }, object: 4 }), 1, 7 / 12],
  ]);
  expect(playAnalytics(play, Float64Array.of(10, 12.345, 12.345, 8, 8.001))).toEqual({
    accuracy: 7 / 12,
    unstable_rate: 84.12,
    hit_error_average: { early: -7, late: 30 },
    hits: [
      { t: 1000, error: -12, x: 3.46, y: -4 },
      { t: 2000, error: 30, x: 0, y: 0 },
      { t: 4000, error: -2, x: 1, y: 1 },
    ],
    missed: [{ t: 3000, x: 5.5, y: 6, object: 3 }],
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
  });
});

test('a play in which nothing happened, on a map without points, has empty lists', () => {
  expect(playAnalytics(played([]), null)).toEqual({
    accuracy: 1,
    unstable_rate: 84.12,
    hit_error_average: { early: null, late: null },
    hits: [],
    missed: [],
    accuracy_over_time: [],
    pp_over_time: [],
  });
});
