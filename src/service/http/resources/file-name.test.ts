import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../test/support/files/any-text.ts';
import type { Job } from '../../jobs/index.ts';
import { fileNameOf } from './file-name.ts';

const nameOf = (player: string, mapTitle: string) =>
  fileNameOf({ replay: { player } as Job['replay'], mapTitle }, 'mp4');

test.each([
  ['mira', 'Camellia - GHOST [Extra]', 'mira - GHOST [Extra].mp4'],
  ['プレイヤー', 'A - ~B - C~ [D]', 'プレイヤー - ~B - C~ [D].mp4'],
  ['', 'A - B [C]', 'B [C].mp4'],
  ['x', 'no artist [C]', 'x - no artist [C].mp4'],
  ['x', ' -  [C]', 'x - [C].mp4'],
  ['x', 'A - B []', 'x - B.mp4'],
  ['x', ' -  []', 'x.mp4'],
  ['../..', 'A - B/C\\D: "E" <F|G>? [*]', '_.. - B_C_D_ _E_ _F_G__ [_].mp4'],
  ['a\tb\u0000\u202egpj', 'A - B\n [C]\ud800', 'a bgpj - B [C].mp4'],
  ['...hidden', 'A - B [C]', 'hidden - B [C].mp4'],
])('%j on %j is saved as %j', (player, mapTitle, name) => {
  expect(nameOf(player, mapTitle)).toBe(name);
});

test.each([
  ['mira', ''],
  ['', ' - '],
  ['', '\u200b'],
])('%j on %j has no name', (player, mapTitle) => {
  expect(nameOf(player, mapTitle)).toBeUndefined();
});

test('every name is short, and safe on every system', () => {
  const text = anyText({ maxLength: 300 });
  fc.assert(
    fc.property(text, text, (player, mapTitle) => {
      const name = nameOf(player, mapTitle) ?? 'x.mp4';
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204);
      expect(name).toMatch(/^[^. ].*\.mp4$/u);
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/u);
    }),
  );
});

test('a long name is cut between characters', () => {
  expect(nameOf('', `A - ${'x'.repeat(199)}😀 [C]`)).toBe(`${'x'.repeat(199)}.mp4`);
});
