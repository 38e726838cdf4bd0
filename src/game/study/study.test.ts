import { expect, test } from 'vitest';
import { buildFrames, buildReplay } from '../../../test/support/build-replay.ts';
import { syntheticFrames, syntheticMap } from '../../../test/support/synthetic-map.ts';
import { md5Hex } from '../md5.ts';
import { createRosuPp } from '../pp/index.ts';
import { type WritableReplay, writeReplay } from '../replay/index.ts';
import { createStudy, type StudiedPlay, studyPlay } from './index.ts';

const osu = syntheticMap(40);

function studied(header: Partial<WritableReplay['header']> = {}): StudiedPlay {
  const replay = buildReplay({
    frames: syntheticFrames(40, 15),
    header: { beatmapMd5: md5Hex(osu), modBits: 0, player: 'A', ...header },
  });
  return studyPlay({ replay: writeReplay(replay), osu }, createRosuPp());
}

test('a play is judged and summed up', () => {
  const play = studied();
  expect(play).toMatchObject({
    player: 'A',
    accuracy: 1,
    objects: 40,
    misses: 0,
    playedAtUnixMs: Date.UTC(2025, 0, 8, 12),
  });
  expect(play.pp).toBeGreaterThan(0);
  expect(play.habits.timing?.all.count).toBe(40);
  expect(play.unstableRate).toBeCloseTo(0, 9);
});

test('with Relax there is no unstable rate', () => {
  const relaxed = studied({ modBits: 128 });
  expect(relaxed).toMatchObject({ unstableRate: null, habits: { timing: null, keys: null } });
  const [player] = reportOf([relaxed, studied()]).players;
  expect(player).toMatchObject({ plays: 2, plays_without_timing: 1, plays_without_aim: 0, unstable_rate: 0 });
});

function reportOf(plays: readonly StudiedPlay[]) {
  const study = createStudy();
  for (const play of plays) study.add(play);
  return study.report();
}

const base = studied();
const on = (date: string, changes: Partial<StudiedPlay> = {}): StudiedPlay => ({
  ...base,
  playedAtUnixMs: Date.parse(date),
  ...changes,
});

test('months are those of UTC, in order, and a play without a date is in none', () => {
  const plays = [
    on('2025-03-01T00:00:00Z', { accuracy: 0.5, objects: 100, misses: 5, pp: 100 }),
    on('2025-02-28T23:59:59Z', { accuracy: 1, objects: 300, misses: 1, pp: null }),
    on('2025-03-31T23:59:59Z', { accuracy: 0.9, objects: 300, misses: 1, pp: 40 }),
    { ...base, playedAtUnixMs: null },
  ];
  const [player] = reportOf(plays).players;
  expect(player).toMatchObject({ plays: 4, first_played: '2025-02-28', last_played: '2025-03-31' });
  expect(player?.months).toEqual([
    expect.objectContaining({ month: '2025-02', plays: 1, accuracy: 1, misses_per_1000: 3.33, pp: null }),
    expect.objectContaining({
      month: '2025-03',
      plays: 2,
      objects: 400,
      misses: 6,
      // Each object counts the same: (100 · 0.5 + 300 · 0.9) / 400.
      accuracy: 0.8,
      misses_per_1000: 15,
      pp: { mean: 70, best: 100 },
    }),
  ]);
});

test('players are kept apart, those with most plays first', () => {
  const players = ['b', 'a', 'c', 'c', '<img src=x>'].map((player) => ({ ...base, player }));
  expect(reportOf(players).players.map(({ name, plays }) => [name, plays])).toEqual([
    ['c', 2],
    ['<img src=x>', 1],
    ['a', 1],
    ['b', 1],
  ]);
});

test.each([
  ['the year 1', '0001-01-01T00:00:00Z', '0001-01'],
  ['the last date of .NET', '9999-12-31T23:59:59Z', '9999-12'],
])('a date in %s has a month', (_name, date, month) => {
  expect(reportOf([on(date)]).players[0]?.months).toMatchObject([{ month }]);
});

test('a play without judged objects changes no mean', () => {
  const empty = on('2025-01-01', { objects: 0, misses: 0, accuracy: 0, unstableRate: null });
  expect(reportOf([empty]).players[0]).toMatchObject({ accuracy: null, misses_per_1000: null });
  expect(reportOf([empty, base]).players[0]).toMatchObject({ plays: 2, accuracy: 1 });
});

test('the causes of all mistakes are counted, the most frequent first', () => {
  const plays = [
    on('2025-01-01', { causes: { aim: { mistakes: 1, comboBreaks: 1 }, timing: { mistakes: 5, comboBreaks: 0 } } }),
    on('2025-01-02', { causes: { aim: { mistakes: 4, comboBreaks: 2 }, 'no-press': { mistakes: 2, comboBreaks: 2 } } }),
  ];
  expect(reportOf(plays).players[0]?.causes).toEqual([
    { cause: 'aim', mistakes: 5, combo_breaks: 3, share: 0.4167 },
    { cause: 'timing', mistakes: 5, combo_breaks: 0, share: 0.4167 },
    { cause: 'no-press', mistakes: 2, combo_breaks: 2, share: 0.1667 },
  ]);
});

test('a play without presses has the mistakes of its misses', () => {
  const replay = buildReplay({
    frames: buildFrames([
      [0, 0, 0, 0],
      [600_000, 0, 0, 0],
    ]),
    header: { beatmapMd5: md5Hex(osu), modBits: 1 },
  });
  const { objects, misses, causes } = studyPlay({ replay: writeReplay(replay), osu }, createRosuPp());
  const counts = Object.values(causes);
  expect({
    objects,
    misses,
    mistakes: counts.reduce((sum, { mistakes }) => sum + mistakes, 0),
    comboBreaks: counts.reduce((sum, { comboBreaks }) => sum + comboBreaks, 0),
  }).toEqual({ objects: 40, misses: 40, mistakes: 40, comboBreaks: 0 });
});
