import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { searchOf } from './search.ts';

test.each([
  ['camellia', "'camellia':*", null],
  ['  Camellia   ghost ', "'Camellia':* & 'ghost':*", null],
  ['Foo_bar-baz [Extra]', "'Foo':* & 'bar':* & 'baz':* & 'Extra':*", null],
  ['東方　紅', "'東':* <-> '方':* & '紅':*", null],
  ['「東方」・ﾃｽﾄ', "'東':* <-> '方':* & 'テ':* <-> 'ス':* <-> 'ト':*", null],
  ['東方Project', "'東':* <-> '方':* <-> 'Project':*", null],
  ['ＦＲＥＥＤＯＭ', "'FREEDOM':*", null],
  ['a b c d e f g h i j', "'a':* & 'b':* & 'c':* & 'd':* & 'e':* & 'f':* & 'g':* & 'h':*", null],
  ['camellia g', "'camellia':*", "'g':*"],
  ['Mr.Foo é xi 紅', "'Foo':* & '紅':*", "'Mr':* & 'é':* & 'xi':*"],
])('%j searches the index for %s and compares with %s', (text, indexed, compared) => {
  expect(searchOf(text)).toEqual({ indexed, compared });
});

test.each(['', '   ', "'", "':*&|!()<->\\"])('%j contains no word', (text) => {
  expect(searchOf(text)).toBeNull();
});

test('no input contains syntax of the query language', () => {
  const words = /^'[^'\\\0]+':\*( (&|<->) '[^'\\\0]+':\*)*$/;
  fc.assert(
    fc.property(anyText(), (text) => {
      const { indexed, compared } = searchOf(text) ?? { indexed: "'none':*", compared: null };
      expect(indexed).toMatch(words);
      expect(compared ?? indexed).toMatch(words);
    }),
  );
});
