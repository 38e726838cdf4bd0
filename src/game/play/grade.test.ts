import { expect, test } from 'vitest';
import { stableMods } from '../mods/index.ts';
import type { Replay } from '../replay/index.ts';
import { gradeOf, recordedGrade } from './grade.ts';

const hidden = 8;
const noFail = 1;
const counts = (n300: number, n100: number, n50: number, misses: number, accuracy = 0) => ({
  n300,
  n100,
  n50,
  misses,
  accuracy,
});

test.each([
  ['X', counts(100, 0, 0, 0)],
  ['S', counts(91, 9, 0, 0)],
  ['S', counts(99, 0, 1, 0)],
  ['A', counts(98, 0, 2, 0)],
  ['A', counts(90, 10, 0, 0)],
  ['A', counts(99, 0, 0, 1)],
  ['B', counts(90, 9, 0, 1)],
  ['A', counts(81, 19, 0, 0)],
  ['B', counts(80, 20, 0, 0)],
  ['B', counts(81, 18, 0, 1)],
  ['C', counts(80, 19, 0, 1)],
  ['B', counts(71, 29, 0, 0)],
  ['C', counts(70, 30, 0, 0)],
  ['C', counts(61, 0, 0, 39)],
  ['D', counts(60, 0, 0, 40)],
] as const)('stable grades %s for %o', (grade, play) => {
  expect(gradeOf(play, stableMods(0))).toBe(grade);
});

test.each([
  ['X', 1, 0],
  ['S', 0.9999, 0],
  ['S', 0.95, 0],
  ['A', 0.9499, 0],
  ['A', 0.99, 1],
  ['B', 0.8999, 0],
  ['C', 0.7999, 0],
  ['D', 0.6999, 0],
] as const)('lazer grades %s for an accuracy of %d with %d misses', (grade, accuracy, misses) => {
  const mods = { ...stableMods(0), rules: 'lazer' as const };
  expect(gradeOf(counts(0, 0, 0, misses, accuracy), mods)).toBe(grade);
});

test('Hidden makes X and S silver and leaves lower grades as they are', () => {
  expect(gradeOf(counts(100, 0, 0, 0), stableMods(hidden))).toBe('XH');
  expect(gradeOf(counts(95, 5, 0, 0), stableMods(hidden))).toBe('SH');
  expect(gradeOf(counts(85, 15, 0, 0), stableMods(hidden))).toBe('A');
});

test.each([
  ['F', 0, 0, null],
  ['B', 0, 0.01, null],
  ['B', noFail, 0, null],
  ['F', 0, 1, 'F'],
  ['B', 0, 0, 'B'],
] as const)(
  '[HP11] the grade is %s with the mods %i, %d health at the end and the rank %s',
  (grade, bits, health, rank) => {
    const counts = { n300: 81, n100: 18, n50: 0, geki: 0, katu: 0, miss: 1 };
    const replay = {
      header: { counts, lifeGraph: [{ time: 900, health }] },
      scoreInfo: rank && { rank, statistics: {}, maximumStatistics: {} },
    } as unknown as Replay;
    expect(recordedGrade(replay, stableMods(bits))).toBe(grade);
  },
);
