import { expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';

test('errors are counted around zero, early ones on the left', () => {
  expect(histogramOf([-4, -1, 0, 1, 3.9], 4)).toEqual({ middles: [-4, 0, 4], counts: [1, 3, 1] });
});

test('no hits make an empty histogram', () => {
  expect(histogramOf([], 4)).toEqual({ middles: [-4, 0, 4], counts: [0, 0, 0] });
});

test('an outlier does not create thousands of bins', () => {
  const { counts } = histogramOf([0, 1e6], 1);
  expect(counts).toHaveLength(401);
  expect(counts.at(-1)).toBe(1);
});
