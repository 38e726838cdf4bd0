import { expect, test } from 'vitest';
import { mapNameOf } from './map-name.ts';

test.each([
  [
    'jamu - Will Stetson - Harumachi Clover [Oh no!] (2020-01-02) Osu.osr',
    'jamu',
    'Will Stetson - Harumachi Clover [Oh no!]',
  ],
  ['jamu playing A - B (mapper) [C] (2024-03-01_12-00).osr', 'jamu', 'A - B (mapper) [C]'],
  ['a - b - C - D [E (F)] (2020-01-02) Osu.osr', 'a - b', 'C - D [E (F)]'],
  ['replay.osr', 'jamu', null],
  ['jamu - notes.osr', 'jamu', null],
  ['- A - B [C].osr', '', null],
] as const)('%s by %s', (fileName, player, map) => {
  expect(mapNameOf(fileName, player)).toBe(map);
});
