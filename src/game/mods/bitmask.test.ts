import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acronymsOfBits, bitsOfAcronyms, formatMods } from './index.ts';

test.each([
  [0, ''],
  [1, 'NF'],
  [8 + 64, 'DT HD'],
  [64 + 512, 'NC'],
  [32 + 16384, 'PF'],
  [8 + 16 + 64 + 1024 + 32 + 16384, 'HR PF DT HD FL'],
  [4 + 64, 'DT TD'],
  [2048, 'AT'],
  [1 + 536870912, 'NF V2'],
  [8388608, 'TP'],
  [16777216 + 33554432, '9K CO'],
  [1073741824, 'MR'],
  [-2147483648, ''],
])('bits %d are the acronyms %j', (bits, expected) => {
  expect(acronymsOfBits(bits).join(' ')).toBe(expected);
});

test.each([
  ['NC', 64 + 512],
  ['PF', 32 + 16384],
  ['HD DT', 8 + 64],
  ['DA CL DC', 0],
])('acronyms %s are bits %d', (acronyms, expected) => {
  expect(bitsOfAcronyms(acronyms.split(' '))).toBe(expected);
});

test.each([
  [[], ''],
  [['HR', 'HD'], 'HDHR'],
  [['DT', 'HD'], 'HDDT'],
  [['EZ', 'NF', 'HT', 'HD', 'FL'], 'EZHDHTFLNF'],
  [['HR', 'PF', 'NC', 'HD', 'FL'], 'HDHRNCFLPF'],
  [['CL', 'DA', 'DT', 'HD'], 'HDDTCLDA'],
])('%j is formatted as %j', (acronyms, expected) => {
  expect(formatMods(acronyms)).toBe(expected);
});

test('bits that clients write survive the conversion to acronyms and back', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (any) => {
      // NC never comes without DT, nor PF without SD.
      const bits = any | (any & 512 ? 64 : 0) | (any & 16384 ? 32 : 0);
      expect(bitsOfAcronyms(acronymsOfBits(bits))).toBe(bits);
    }),
  );
});
