import { expect, test } from 'vitest';
import { buildReplay } from '../../../test/support/replays/build-replay.ts';
import { readReplay, type ScoreInfo, writeReplay } from '../replay/index.ts';
import { lazerMods, modsOf, stableMods } from './index.ts';

const lazer = (acronym: string, settings: Record<string, unknown> = {}) => lazerMods([{ acronym, settings }]);

function scoreInfo(changes: Partial<ScoreInfo>): ScoreInfo {
  return {
    mods: [],
    statistics: {},
    maximumStatistics: {},
    clientVersion: '',
    rank: null,
    totalScoreWithoutMods: null,
    ...changes,
  };
}

test.each([
  ['a stable file has stable rules', 20250108, null, 'stable', ['HD']],
  ['a lazer file without score details has the mods of its bits', 30000000, null, 'lazer', ['HD']],
  [
    'a lazer file has the mods of its score details, not of its bits',
    30000016,
    scoreInfo({ mods: [lazerMod('DA')] }),
    'lazer',
    ['DA'],
  ],
  ['a lazer file with CL has lazer rules', 30000016, scoreInfo({ mods: [lazerMod('CL')] }), 'lazer', ['CL']],
  [
    'a stable score that lazer imported has stable rules',
    30000016,
    scoreInfo({ mods: [lazerMod('CL'), lazerMod('HD')], maximumStatistics: { legacy_combo_increase: 5 } }),
    'stable',
    ['HD'],
  ],
] as const)('%s', (_, version, info, rules, acronyms) => {
  const replay = readReplay(writeReplay(buildReplay({ header: { version, modBits: 8 }, scoreInfo: info })));
  expect(modsOf(replay)).toMatchObject({ rules, acronyms });
});

function lazerMod(acronym: string) {
  return { acronym, settings: {} };
}

test.each([
  ['no mod', stableMods(0), 1, { frequency: 1, tempo: 1 }],
  ['stable DT keeps the pitch', stableMods(64), 1.5, { frequency: 1, tempo: 1.5 }],
  ['stable NC raises the pitch', stableMods(64 | 512), 1.5, { frequency: 1.5, tempo: 1 }],
  ['stable HT keeps the pitch', stableMods(256), 0.75, { frequency: 1, tempo: 0.75 }],
  ['lazer DT by default', lazer('DT'), 1.5, { frequency: 1, tempo: 1.5 }],
  ['lazer DT with a speed', lazer('DT', { speed_change: 1.25 }), 1.25, { frequency: 1, tempo: 1.25 }],
  ['lazer DT with a speed as text', lazer('DT', { speed_change: '1.25' }), 1.25, { frequency: 1, tempo: 1.25 }],
  ['lazer DT below the minimum', lazer('DT', { speed_change: 0.5 }), 1.01, { frequency: 1, tempo: 1.01 }],
  ['lazer DT above the maximum', lazer('DT', { speed_change: 9 }), 2, { frequency: 1, tempo: 2 }],
  ['lazer DT with an invalid speed', lazer('DT', { speed_change: 'fast' }), 1.5, { frequency: 1, tempo: 1.5 }],
  ['lazer DT with adjusted pitch', lazer('DT', { adjust_pitch: true }), 1.5, { frequency: 1.5, tempo: 1 }],
  ['lazer HT with a speed', lazer('HT', { speed_change: 0.88 }), 0.88, { frequency: 1, tempo: 0.88 }],
  ['lazer HT below the minimum', lazer('HT', { speed_change: 0 }), 0.5, { frequency: 1, tempo: 0.5 }],
  [
    'NC at 2 raises the pitch by 1.5 and the tempo by the rest',
    lazer('NC', { speed_change: 2 }),
    2,
    { frequency: 1.5, tempo: 2 / 1.5 },
  ],
  ['DC', lazer('DC'), 0.75, { frequency: 0.75, tempo: 1 }],
])('speed and sound: %s', (_, mods, clockRate, audio) => {
  expect(mods).toMatchObject({ clockRate, audio });
});

test.each([
  ['HR', lazer('HR'), { horizontally: false, vertically: true }],
  ['stable HR', stableMods(16), { horizontally: false, vertically: true }],
  ['the osu!mania bit MR in a stable header', stableMods(1 << 30), { horizontally: false, vertically: false }],
  ['MR by default', lazer('MR'), { horizontally: true, vertically: false }],
  ['MR 1', lazer('MR', { reflection: 1 }), { horizontally: false, vertically: true }],
  ['MR "2"', lazer('MR', { reflection: '2' }), { horizontally: true, vertically: true }],
  ['MR by name', lazer('MR', { reflection: 'Vertical' }), { horizontally: false, vertically: true }],
  ['MR with an unknown reflection', lazer('MR', { reflection: 9 }), { horizontally: true, vertically: false }],
])('mirrors: %s', (_, mods, mirror) => {
  expect(mods.mirror).toEqual(mirror);
});

test('HR and a vertical MR cancel each other', () => {
  const mods = lazerMods([lazerMod('HR'), { acronym: 'MR', settings: { reflection: 1 } }]);
  expect(mods.mirror).toEqual({ horizontally: false, vertically: false });
});

test('every setting of Classic is on by default', () => {
  expect(lazer('HD').classic).toBeNull();
  expect(lazer('CL', { classic_note_lock: false, classic_health: 'yes' }).classic).toEqual({
    noSliderHeadAccuracy: true,
    noteLock: false,
    alwaysPlayTailSample: true,
    fadeHitCircleEarly: true,
    health: true,
  });
});

test('a stable play has no Classic mod', () => {
  expect(stableMods(0).classic).toBeNull();
});

test.each([
  ['none', lazer('HD'), 0],
  ['two', lazer('EZ'), 2],
  ['by setting', lazer('EZ', { retries: 5 }), 5],
  ['at most ten', lazer('EZ', { retries: 99 }), 10],
  ['two in stable', stableMods(2), 2],
])('extra lives: %s', (_, mods, lives) => {
  expect(mods.extraLives).toBe(lives);
});

test('reads the settings of Hidden and Flashlight', () => {
  expect(lazer('HD', { only_fade_approach_circles: true }).hidden).toEqual({ onlyApproachCircles: true });
  expect(stableMods(8).hidden).toEqual({ onlyApproachCircles: false });
  expect(stableMods(0)).toMatchObject({ hidden: null, flashlight: null });
  expect(lazer('FL', { size_multiplier: 0.1, combo_based_size: false }).flashlight).toEqual({
    followDelayMs: 120,
    size: 0.5,
    shrinksWithCombo: false,
  });
});

test.each([
  ['none', lazer('DT'), 1.5, null],
  ['WU', lazer('WU'), 1.25, { initial: 1, final: 1.5, adjustsPitch: true }],
  [
    'WU with settings',
    lazer('WU', { initial_rate: 0.8, final_rate: 9, adjust_pitch: false }),
    1.4,
    { initial: 0.8, final: 2, adjustsPitch: false },
  ],
  ['WD', lazer('WD'), 0.875, { initial: 1, final: 0.75, adjustsPitch: true }],
])('ramps: %s', (_, mods, clockRate, ramp) => {
  expect(mods).toMatchObject({ clockRate, ramp });
});

test.each([
  ['none', lazer('HD'), { approach: null, noScope: null, bloom: null }],
  ['AD', lazer('AD'), { approach: { scale: 4, style: 'gravity' } }],
  ['AD by number', lazer('AD', { scale: 20, style: 0 }), { approach: { scale: 10, style: 'linear' } }],
  ['AD by name', lazer('AD', { style: 'InOut2' }), { approach: { scale: 4, style: 'inout2' } }],
  ['AD with an unknown style', lazer('AD', { style: 'Odd' }), { approach: { scale: 4, style: 'gravity' } }],
  ['NS', lazer('NS'), { noScope: { hiddenAtCombo: 10 } }],
  ['NS, always invisible', lazer('NS', { hidden_combo_count: 0 }), { noScope: { hiddenAtCombo: 0 } }],
  ['BM', lazer('BM', { max_size_combo_count: 1 }), { bloom: { maxScaleAtCombo: 5, maxScale: 10 } }],
])('Fun mods: %s', (_, mods, fun) => {
  expect(mods.fun).toMatchObject(fun);
});

test('mods are plain data that survives a structured clone', () => {
  const mods = lazerMods([lazerMod('CL'), { acronym: 'DA', settings: { circle_size: 3 } }]);
  expect(structuredClone(mods)).toEqual(mods);
});
