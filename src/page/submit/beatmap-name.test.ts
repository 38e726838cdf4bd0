import { expect, test } from 'vitest';
import { beatmapNameOf } from './beatmap-name.ts';

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
] as const)('the beatmap of %s by %s', (fileName, player, beatmap) => {
  expect(beatmapNameOf(fileName, player)).toBe(beatmap);
});
