import { expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';

test('errors are counted around zero, early ones on the left', () => {
  const { binMs, middles, counts } = histogramOf([-4, -1, 0, 1, 3.9], 80);
  expect(binMs).toBe(4);
  expect([middles[0], middles.at(-1), middles.length]).toEqual([-80, 80, 41]);
  expect(counts.slice(19, 22)).toEqual([1, 3, 1]);
});

test('no hits make an empty histogram', () => {
  expect(histogramOf([], 2)).toEqual({
    binMs: 1,
    middles: [-2, -1, 0, 1, 2],
    counts: [0, 0, 0, 0, 0],
    outside: { early: 0, late: 0 },
  });
});

test('errors beyond the limit are counted apart and do not stretch the axis', () => {
  const { counts, outside } = histogramOf([0, 20, 20.1, -99, 1e6], 20);
  expect(counts).toHaveLength(41);
  expect(counts.at(-1)).toBe(1);
  expect(outside).toEqual({ early: 1, late: 2 });
});
