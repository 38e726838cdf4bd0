import { expect, test } from 'vitest';
import { modLabel } from './mod-label.ts';
import { lazerMods, stableMods } from './replay-mods.ts';

const label = (acronym: string, settings: Record<string, unknown>, ...others: string[]) =>
  modLabel(lazerMods([{ acronym, settings }, ...others.map((other) => ({ acronym: other, settings: {} }))]), acronym);

test.each([
  ['DT', { speed_change: 1.3 }, ['1.3x']],
  ['NC', { speed_change: 1.25 }, ['1.25x']],
  ['HT', { speed_change: 0.8799999 }, ['0.88x']],
  ['DC', { speed_change: 0.5 }, ['0.5x']],
  ['DA', { circle_size: 3.25, approach_rate: 9 }, ['CS 3.25', 'AR 9']],
  ['DA', { overall_difficulty: 11, drain_rate: 0, extended_limits: true }, ['OD 11', 'HP 0']],
  ['EZ', { retries: 5 }, ['5 lives']],
  ['EZ', { retries: 1 }, ['1 life']],
  ['HD', { only_fade_approach_circles: true }, ['rings only']],
  ['FL', { size_multiplier: 1.5, combo_based_size: false, follow_delay: 240 }, ['1.5x', 'one size', '240 ms']],
  ['MR', { reflection: 1 }, ['vertical']],
  ['MR', { reflection: 2 }, ['both ways']],
  ['WU', { final_rate: 1.3 }, ['1x to', '1.3x']],
  ['AD', { scale: 2.5, style: 'Linear' }, ['2.5x', 'linear']],
  ['NS', { hidden_combo_count: 5 }, ['combo 5']],
  ['BM', { max_cursor_size: 5, max_size_combo_count: 20 }, ['5x', 'combo 20']],
  ['CL', { classic_note_lock: false, classic_health: false }, ['2 off']],
  ['DT', { adjust_pitch: true, speed_change: 2 }, ['2x']],
])('%s with %j is labelled %j', (acronym, settings, expected) => {
  expect(label(acronym, settings)).toEqual(expected);
});

test('the label of MR ignores the mirroring by Hard Rock', () => {
  expect(label('MR', { reflection: 1 }, 'HR')).toEqual(['vertical']);
});

test('a mod with default settings has no label, and neither has a mod of stable', () => {
  expect(label('DT', {})).toEqual([]);
  expect(modLabel(stableMods(64), 'DT')).toEqual([]);
  expect(modLabel(stableMods(2), 'EZ')).toEqual([]);
});

test('a setting without a visible effect has no label', () => {
  expect(label('HD', { only_fade_approach_circles: false })).toEqual([]);
  expect(label('SD', { restart: true })).toEqual([]);
});
