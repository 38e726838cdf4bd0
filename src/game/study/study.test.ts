import { expect, test } from 'vitest';
import { syntheticFrames, syntheticMap } from '../../../test/support/beatmaps/synthetic-map.ts';
import { buildFrames, buildReplay } from '../../../test/support/replays/build-replay.ts';
import { md5Hex } from '../md5.ts';
import { createRosuPp } from '../pp/index.ts';
import { type WritableReplay, writeReplay } from '../replay/index.ts';
import { createStudy, type PlayOrder, type StudiedPlay, sortPlays, studyPlay } from './index.ts';

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
  for (const [i, play] of plays.entries()) study.add(play, `play ${i + 1}.osr`);
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
    on('2025-01-01', {
      causes: {
        aim: { mistakes: 1, comboBreaks: 1, ppLost: null },
        timing: { mistakes: 5, comboBreaks: 0, ppLost: 1.25 },
      },
    }),
    on('2025-01-02', {
      causes: {
        aim: { mistakes: 4, comboBreaks: 2, ppLost: 3 },
        'no-press': { mistakes: 2, comboBreaks: 2, ppLost: 0 },
      },
    }),
  ];
  expect(reportOf(plays).players[0]?.causes).toEqual([
    { cause: 'aim', mistakes: 5, combo_breaks: 3, share: 0.4167, pp_lost: 3, examples: [] },
    { cause: 'timing', mistakes: 5, combo_breaks: 0, share: 0.4167, pp_lost: 1.25, examples: [] },
    { cause: 'no-press', mistakes: 2, combo_breaks: 2, share: 0.1667, pp_lost: 0, examples: [] },
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

/** A play that presses nothing at two objects. */
function studiedWithMisses(objects: number, missed: readonly number[]): StudiedPlay {
  const map = syntheticMap(objects);
  const perObject = 15;
  const frames = syntheticFrames(objects, perObject);
  for (const object of missed) frames.keys.fill(0, object * perObject, (object + 1) * perObject);
  const header = { beatmapMd5: md5Hex(map), modBits: 0, player: 'A' };
  return studyPlay({ replay: writeReplay(buildReplay({ frames, header })), osu: map }, createRosuPp());
}

test('a play has its most costly mistakes, and is the example of their causes', () => {
  const few = studiedWithMisses(60, [58]);
  const many = studiedWithMisses(60, [20, 40]);
  expect(many.costliest.map(({ object, cause }) => ({ object, cause }))).toEqual(
    expect.arrayContaining([{ object: 40, cause: 'no-press' }]),
  );
  const report = reportOf([few, many]);
  const { examples, pp_lost } = report.players[0]!.causes.find(({ cause }) => cause === 'no-press')!;
  // One example of each play, the most costly one.
  expect(examples.map(({ replay_md5 }) => replay_md5).sort()).toEqual([few.replayMd5, many.replayMd5].sort());
  expect(examples[0]!.pp_lost).toBeGreaterThanOrEqual(examples[1]!.pp_lost!);
  expect(pp_lost).toBeGreaterThan(examples[0]!.pp_lost!);
  expect(report.plays[0]).toMatchObject({
    replay_md5: examples[0]!.replay_md5,
    title: 'Synthetic',
    difficulty: '60 objects',
    player: 'A',
  });
  const { replay_md5: _, ...mistake } = examples[0]!;
  expect(report.plays[0]?.costliest[0]).toEqual(mistake);
});

test.each([
  [49, 0],
  [50, 1],
])('in a play of %d objects, a mistake has %d costs', (objects, costs) => {
  const play = studiedWithMisses(objects, [20]);
  expect(play.misses).toBe(1);
  expect(play.costliest).toHaveLength(costs);
  expect(play.causes['no-press']?.ppLost === null).toBe(costs === 0);
});

test('a cause has the three most costly examples, whatever the order of the plays', () => {
  const [mistake] = studiedWithMisses(60, [20]).costliest;
  const plays = [1, 4, 2, 3].map((pp_lost) => ({
    ...base,
    replayMd5: String(pp_lost),
    causes: { 'no-press': { mistakes: 1, comboBreaks: 1, ppLost: pp_lost } },
    costliest: [{ ...mistake!, pp_lost }],
  }));
  for (const ordered of [plays, plays.toReversed()]) {
    const { players, plays: listed } = reportOf(ordered);
    expect(players[0]?.causes[0]?.examples.map(({ pp_lost }) => pp_lost)).toEqual([4, 3, 2]);
    expect(listed.map(({ replay_md5 }) => replay_md5)).toEqual(['4', '3', '2', '1']);
  }
});

test('plays are sorted by cost, date or pp', () => {
  const { plays } = reportOf([
    on('2025-01-01', { pp: 5 }),
    on('2025-03-01', { pp: null }),
    on('2025-02-01', { pp: 9 }),
  ]);
  const months = (order: PlayOrder) => sortPlays(plays, order).map(({ played_at }) => played_at?.slice(5, 7));
  expect(months('cost')).toEqual(['03', '02', '01']);
  expect(months('date')).toEqual(['03', '02', '01']);
  expect(months('pp')).toEqual(['02', '01', '03']);
});
