import { expect, test } from 'vitest';
import { lazerMods, lazerMultiplier, stableMods, stableMultiplier } from './index.ts';

const original = { hp: 5, cs: 4, od: 8, ar: 9 };

test.each([
  ['nothing', 0, 1],
  ['HD HR', 8 | 16, 1.06 * 1.06],
  ['NC counts once', 64 | 512, 1.12],
  ['NF', 1, 0.5],
  ['EZ HT FL', 2 | 256 | 1024, 0.5 * 0.3 * 1.12],
  ['SO', 4096, 0.9],
  ['RX', 128, 0],
  ['AP', 8192, 0],
  ['SD PF TD', 32 | 16384 | 4, 1],
  ['V2: NF', 536870912 | 1, 1],
  ['V2: HR', 536870912 | 16, 1.1],
  ['V2: DT', 536870912 | 64, 1.2],
  ['V2: HD', 536870912 | 8, 1.06],
])('stable: %s', (_, bits, expected) => {
  expect(stableMultiplier(stableMods(bits))).toBeCloseTo(expected, 12);
});

test.each([
  ['EZ HD', 0.53, 0.832],
  ['HD HT', 0.318, 1.04 * 0.55],
  ['HD RX', 0.106, 0.104],
  ['DT', 1.1, 1.23],
  ['DT:1.25', 1.04, 1 + 0.2 * 0.46 - 0.01],
  ['DT:1.05', 1, 1],
  ['HT:0.88', 0.4, 0.69],
  ['NC DA', 0.55, 1.23],
  ['CL', 0.96, 0.985],
  ['FL', 1.12, 1.2],
  ['BL HD', 1.12 * 1.06, 1.24],
  ['HR SO', 1.06 * 0.9, 1.09 * 0.95],
  ['SD MR', 1, 1],
  ['WU', 0.5, 0.8 + 0.2 * 1.23],
  ['WD', 0.5, 0.8 * 0.55 + 0.2],
])('lazer: %s is %d up to version 30000016 and %d from 30000017 on', (text, first, second) => {
  const mods = lazerMods(
    text.split(' ').map((mod) => {
      const [acronym = '', speed] = mod.split(':');
      return { acronym, settings: speed === undefined ? {} : { speed_change: Number(speed) } };
    }),
  );
  expect(lazerMultiplier(mods, { version: 30000016, original })).toBeCloseTo(first, 12);
  expect(lazerMultiplier(mods, { version: 30000017, original })).toBeCloseTo(second, 12);
});

test.each([
  ['HD', { only_fade_approach_circles: true }, 1, 1.02],
  ['FL', { size_multiplier: 2 }, 1, 1.02],
  ['FL', { combo_based_size: false }, 1, 1.04],
  ['EZ', { retries: 4 }, 0.5, 0.6],
  ['EZ', { retries: 10 }, 0.5, 0.4],
  ['CL', { classic_note_lock: false }, 0.96, 0.96],
  ['DA', { circle_size: 5, approach_rate: 9.5 }, 0.5, 0.5 * 0.75],
  ['DA', { circle_size: 0, approach_rate: 0 }, 0.5, 0.1],
])('lazer: the multiplier of %s depends on its settings: %j', (acronym, settings, first, second) => {
  const mods = lazerMods([{ acronym, settings }]);
  expect(lazerMultiplier(mods, { version: 30000016, original })).toBeCloseTo(first, 12);
  expect(lazerMultiplier(mods, { version: 30000017, original })).toBeCloseTo(second, 12);
});
