import { expect, test } from 'vitest';
import { formatDuration } from './numbers.ts';

test.each([
  [0, '0:00'],
  [-0.9, '0:00'],
  [-1, '−0:01'],
  [-65.2, '−1:05'],
  [59.9, '0:59'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [14_285, '3:58:05'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
