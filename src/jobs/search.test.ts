import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchOf } from './search.ts';

test.each([
  ['camellia', "'camellia':*"],
  ['  Camellia   ghost ', "'Camellia':* & 'ghost':*"],
  ['Mr.Foo_bar-baz [Extra]', "'Mr':* & 'Foo':* & 'bar':* & 'baz':* & 'Extra':*"],
  ['東方　紅', "'東方':* & '紅':*"],
  ['a b c d e f g h i j', "'a':* & 'b':* & 'c':* & 'd':* & 'e':* & 'f':* & 'g':* & 'h':*"],
])('%j is looked for as %s', (text, search) => {
  expect(searchOf(text)).toBe(search);
});

test.each(['', '   ', "'", "':*&|!()<->\\"])('%j has no word to look for', (text) => {
  expect(searchOf(text)).toBeNull();
});

test('nothing that is typed means anything to PostgreSQL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(searchOf(text) ?? "'none':*").toMatch(/^'[^'\\\0]+':\*( & '[^'\\\0]+':\*)*$/);
    }),
  );
});
