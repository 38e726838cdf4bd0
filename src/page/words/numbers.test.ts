import { expect, test } from 'vitest';
import { formatDuration } from './numbers.ts';

test.each([
  [0, '0:00'],
  [-0.9, '0:00'],
  [-1, '−0:01'],
  [-65.2, '−1:05'],
  [59.9, '0:59'],
  [3600, '60:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
