import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/files/any-text.ts';
import { searchOf } from './search-words.ts';

test.each([
  ['camellia', ["'camellia':*"]],
  ['  Camellia   ghost ', ["'Camellia':*", "'ghost':*"]],
  ['Foo_bar-baz [Extra]', ["'Foo':*", "'bar':*", "'baz':*", "'Extra':*"]],
  ['東方　紅', ["'東' <-> '方'", "'紅'"]],
  ['「東方」・ﾃｽﾄ', ["'東' <-> '方'", "'テ' <-> 'ス' <-> 'ト'"]],
  ['東方Project', ["'東' <-> '方' <-> 'Project':*"]],
  ['ＦＲＥＥＤＯＭ', ["'FREEDOM':*"]],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `'${letter}':*`)],
])('%j searches for all of %j', (text, words) => {
  expect(searchOf(text)).toEqual(words);
});

test.each(['', '   ', "'", "':*&|!()<->\\"])('%j contains no word', (text) => {
  expect(searchOf(text)).toBeNull();
});

test('no input contains syntax of the query language', () => {
  const word = /^'[^'\\\0]+'(:\*)?( <-> '[^'\\\0]+'(:\*)?)*$/;
  fc.assert(
    fc.property(anyText(), (text) => {
      for (const query of searchOf(text) ?? []) expect(query).toMatch(word);
    }),
  );
});
