import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, fitText } from './fit-text.ts';

/** Every character is ten pixels wide. */
const measure = (text: string) => [...text].length * 10;

test.each([
  ['short', 2, ['short']],
  ['one two three', 2, ['one two', 'three']],
  ['one two three four five', 2, ['one two', 'three fou…']],
  ['onetwothreefour', 2, ['onetwothre', 'efour']],
  ['日本語の題名はとても長い文字列です', 2, ['日本語の題名はとても', '長い文字列です']],
  ['   ', 2, []],
])('%j on %i lines', (text, maxLines, lines) => {
  expect(fitText(text, { maxWidth: 100, maxLines, measure })).toEqual(lines);
});

test('a text that is cut ends with …', () => {
  expect(cutText('Firmament Castle', { maxWidth: 110, measure })).toBe('Firmament…');
  expect(cutText('Velier', { maxWidth: 110, measure })).toBe('Velier');
});

test('lines fit, and only the end of a text is left out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 3 }), (text, maxLines) => {
      const lines = fitText(text, { maxWidth: 100, maxLines, measure });
      expect(lines.length).toBeLessThanOrEqual(maxLines);
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(100);
      const whole = text.replace(/\s/g, '');
      expect(whole.startsWith(lines.join('').replace(/\s/g, '').replace(/…$/, ''))).toBe(true);
    }),
  );
});
