import { expect, test } from 'vitest';
import { nextIndex } from './readings.ts';

test.each([
  ['ArrowRight', null, 0],
  ['ArrowLeft', null, 49],
  ['ArrowRight', 7, 8],
  ['ArrowRight', 49, 49],
  ['ArrowLeft', 0, 0],
  ['PageDown', 7, 12],
  ['PageUp', 3, 0],
  ['Home', 30, 0],
  ['End', 30, 49],
  ['Enter', 30, undefined],
  ['x', 30, undefined],
] as const)('%s moves the reading cursor from %s to %s of 50 values', (key, from, to) => {
  expect(nextIndex(key, from, 50)).toBe(to);
});
