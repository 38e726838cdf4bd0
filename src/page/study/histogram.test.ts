import { expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';

test('errors are counted around zero, early ones to the left', () => {
  expect(histogramOf(Float64Array.of(-4, -1, 0, 1, 3.9), 4)).toEqual({ middles: [-4, 0, 4], counts: [1, 3, 1] });
});

test('without hits there is an empty histogram', () => {
  expect(histogramOf(new Float64Array(), 4)).toEqual({ middles: [-4, 0, 4], counts: [0, 0, 0] });
});

test('an error far out does not make thousands of bins', () => {
  const { counts } = histogramOf(Float64Array.of(0, 1e6), 1);
  expect(counts).toHaveLength(401);
  expect(counts.at(-1)).toBe(1);
});
