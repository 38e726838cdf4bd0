import { expect, test } from 'vitest';
import { parseCount } from './count.ts';

const range = { min: 1, max: 200 };

test.each([
  ['1', 1],
  ['007', 7],
  ['200', 200],
])('%j is %d', (text, count) => {
  expect(parseCount(text, '--limit', range)).toBe(count);
});

test.each(['', '0', '201', '-1', '1.5', '1e2', ' 1', '1234567890'])('%j is refused', (text) => {
  expect(() => parseCount(text, '--limit', range)).toThrow('--limit must be a whole number from 1 to 200.');
});
