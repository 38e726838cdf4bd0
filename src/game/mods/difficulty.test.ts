import { expect, test } from 'vitest';
import { applyDifficultyMods, lazerMods, stableMods } from './index.ts';

const values = (hp: number, cs: number, od: number, ar: number) => ({ hp, cs, od, ar });
const adjusted = (settings: Record<string, unknown>) => lazerMods([{ acronym: 'DA', settings }]);

test('without a difficulty mod nothing changes', () => {
  const map = { ...values(5, 4, 8, 9), sliderMultiplier: 1.4 };
  expect(applyDifficultyMods(map, stableMods(8 | 64))).toEqual(map);
  expect(applyDifficultyMods(map, stableMods(2)).sliderMultiplier).toBe(1.4);
});

test('HR multiplies all values, up to 10', () => {
  expect(applyDifficultyMods(values(5, 4, 8, 9), stableMods(16))).toEqual(values(7, 5.2, 10, 10));
});

test('EZ halves all values', () => {
  expect(applyDifficultyMods(values(5, 4, 8, 9), stableMods(2))).toEqual(values(2.5, 2, 4, 4.5));
});

test('stable multiplies doubles, lazer 32-bit floats', () => {
  const hard = { acronym: 'HR', settings: {} };
  expect(applyDifficultyMods(values(0, 0, 0, 7), stableMods(16)).ar).toBe(7 * 1.4);
  expect(applyDifficultyMods(values(0, 0, 0, 7), lazerMods([hard])).ar).toBe(Math.fround(9.8));
});

test.each([
  ['keeps values that are not set', { circle_size: 3 }, values(5, 3, 8, 9)],
  ['keeps values that are null', { circle_size: 3, approach_rate: null }, values(5, 3, 8, 9)],
  ['is limited to 0 to 10', { circle_size: 11, drain_rate: -1 }, values(0, 10, 8, 9)],
  ['has no negative AR', { approach_rate: -5 }, values(5, 4, 8, 0)],
  ['is limited to 11 with extended limits', { extended_limits: true, overall_difficulty: 12 }, values(5, 4, 11, 9)],
  ['allows AR −10 with extended limits', { extended_limits: true, approach_rate: -99 }, values(5, 4, 8, -10)],
  ['has no negative CS even with extended limits', { extended_limits: true, circle_size: -99 }, values(5, 0, 8, 9)],
])('Difficulty Adjust %s', (_, settings, expected) => {
  expect(applyDifficultyMods(values(5, 4, 8, 9), adjusted(settings))).toEqual(expected);
});
