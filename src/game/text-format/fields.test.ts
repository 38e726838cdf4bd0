import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNumber, parseNumberIn } from './fields.ts';

/** Parses a text in the middle of another one, whose digits must not count. */
const parseInside = (text: string) => parseNumberIn(`12${text}34`, 2, 2 + text.length);

test.each([
  ['', Number.NaN],
  [' ', Number.NaN],
  ['-', Number.NaN],
  ['.', Number.NaN],
  ['1.2.3', Number.NaN],
  ['1-2', Number.NaN],
  ['0', 0],
  ['-0', -0],
  ['007', 7],
  ['-5.', -5],
  ['.5', 0.5],
  ['0.4447916', 0.4447916],
  ['+3', 3],
  [' 4 ', 4],
  ['1e3', 1000],
  ['0x10', 16],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['999999999999999', 999_999_999_999_999],
  ['0.1234567890123456789', 0.12345678901234568],
])('%j is the number %d', (text, expected) => {
  expect(parseInside(text)).toBe(expected);
  expect(parseNumber(text)).toBe(expected);
});

test('the number in a part of a text is that of the part alone', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.-'), maxLength: 20 }),
    fc.double().map(String),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (text) => {
      expect(parseInside(text)).toBe(parseNumber(text));
    }),
    { numRuns: 2000 },
  );
});
