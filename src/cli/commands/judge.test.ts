import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticFrames, syntheticMap } from '../../../test/support/beatmaps/synthetic-map.ts';
import { makeZip } from '../../../test/support/files/zip.ts';
import { buildReplay } from '../../../test/support/replays/build-replay.ts';
import { md5Hex } from '../../game/md5.ts';
import { writeReplay } from '../../game/replay/index.ts';
import { run } from './judge.ts';

const objectCount = 40;
const osu = syntheticMap(objectCount);
const header = {
  beatmapMd5: md5Hex(osu),
  modBits: 0,
  counts: { n300: 39, n100: 1, n50: 0, geki: 5, katu: 0, miss: 0 },
  score: 1000,
  maxCombo: 60,
};
const set = makeZip([
  { name: 'a.osu', data: syntheticMap(3) },
  { name: 'b.osu', data: osu },
]);
const play = { frames: syntheticFrames(objectCount, 15), header };

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-judge-'));
  await mkdir(at('library/set'), { recursive: true });
  await mkdir(at('packed'));
  await Promise.all([
    writeFile(at('play.osr'), writeReplay(buildReplay(play))),
    writeFile(at('taiko.osr'), writeReplay(buildReplay({ ...play, header: { ...header, mode: 1 } }))),
    writeFile(at('broken.osr'), 'no replay'),
    writeFile(at('map.osu'), osu),
    writeFile(at('other.osu'), syntheticMap(objectCount + 1)),
    writeFile(at('library/other.osu'), syntheticMap(objectCount + 1)),
    writeFile(at('library/broken.osz'), 'no archive'),
    writeFile(at('library/set/map.osu'), osu),
    writeFile(at('packed/set.osz'), set),
    writeFile(at('set.zip'), set),
  ]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function judge(...args: string[]) {
  let stdout = '';
  let stderr = '';
  const code = await run(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr };
}

describe('as JSON', () => {
  test('the judged values are at the top level, those of the replay under "header"', async () => {
    const { code, stdout } = await judge(at('play.osr'), '--beatmap', at('map.osu'), '--json');
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      n300: objectCount,
      n100: 0,
      n50: 0,
      nmiss: 0,
      ngeki: objectCount / 8,
      nkatu: 0,
      maxCombo: 60,
      accuracy: 1,
      mods: [],
      rules: 'stable',
      failedAt: null,
      notes: [],
      header: { n300: 39, n100: 1, n50: 0, nmiss: 0, ngeki: 5, nkatu: 0, maxCombo: 60, score: 1000 },
    });
    expect(report.header.accuracy).toBeCloseTo((39 * 300 + 100) / (40 * 300), 12);
    expect(report.score).toBeGreaterThan(objectCount * 300);
    expect(report.pp).toBeGreaterThan(0);
    expect(report.stars).toBeGreaterThan(1);
    expect(report).not.toHaveProperty('statistics');
  });

  test('a lazer play also has statistics', async () => {
    const scoreInfo = {
      mods: [{ acronym: 'DT', settings: { speed_change: 1.25 } }],
      statistics: { great: 40 },
      maximumStatistics: { great: 40 },
      clientVersion: '2025.101.0',
      rank: 'X',
      totalScoreWithoutMods: 1_000_000,
    };
    const lazer = buildReplay({ ...play, scoreInfo, header: { ...header, version: 30000016 } });
    await writeFile(at('lazer.osr'), writeReplay(lazer));
    const report = JSON.parse((await judge(at('lazer.osr'), '-b', at('map.osu'), '--json')).stdout);
    expect(report).toMatchObject({
      rules: 'lazer',
      mods: ['DT'],
      n300: objectCount,
      statistics: { great: objectCount },
      header: { statistics: { great: 40 }, accuracy: null },
    });
    expect(report.unstableRateConverted).toBeCloseTo(report.unstableRate / 1.25, 9);
  });
});

describe('mistakes', () => {
  /** Nothing is pressed from the fifth second on. */
  const idle = { ...play.frames, keys: play.frames.keys.map((keys, i) => (play.frames.times[i]! < 5000 ? keys : 0)) };

  test('have a cause and a cost in JSON', async () => {
    await writeFile(at('idle.osr'), writeReplay(buildReplay({ ...play, frames: idle })));
    const { stdout } = await judge(at('idle.osr'), '--beatmap', at('map.osu'), '--json');
    const { mistakes, n100, n50, nmiss } = JSON.parse(stdout);
    const whole = mistakes.filter(({ part }: { part: string }) => ['circle', 'slider', 'spinner'].includes(part));
    expect(whole).toHaveLength(n100 + n50 + nmiss);
    expect(mistakes[0]).toEqual({
      object: 16,
      part: 'circle',
      time: 5133,
      result: 'miss',
      cause: 'no-press',
      distancePx: 0,
      cursor: { time: 5000, x: 236, y: 74 },
      comboLost: 24,
      ppLost: expect.any(Number),
    });
    expect(mistakes[0].ppLost).toBeGreaterThan(0);
  });

  test('are counted by cause in the table, and not named without any', async () => {
    expect((await judge(at('idle.osr'), '--beatmap', at('map.osu'))).stdout).toMatch(/^mistakes: \d+ no-press$/m);
    expect((await judge(at('play.osr'), '--beatmap', at('map.osu'))).stdout).not.toContain('mistakes');
  });
});

test('the table marks values that differ from the replay', async () => {
  const { stdout } = await judge(at('play.osr'), '--beatmap', at('map.osu'));
  expect(stdout).toMatch(/^Nobody - Synthetic \[40 objects\]\nplayed by .+, no mod, stable rules, \d\.\d\d stars/);
  expect(stdout).toMatch(/^300 +40 +39 {2}differs$/m);
  expect(stdout).toMatch(/^max combo +60 +60$/m);
  expect(stdout).toMatch(/^accuracy +100\.00% +98\.33% {2}differs$/m);
  expect(stdout).toMatch(/^pp +\d+\.\d\d +-$/m);
});

describe('the beatmap', () => {
  test.each([
    ['an archive', 'packed/set.osz', 'packed/set.osz/b.osu'],
    ['an archive with another extension', 'set.zip', 'set.zip/b.osu'],
    ['a folder with the map in a subfolder and broken files beside it', 'library', 'library/set/map.osu'],
    ['a folder with an archive', 'packed', 'packed/set.osz/b.osu'],
  ])('is found in %s', async (_, path, found) => {
    const { stdout } = await judge(at('play.osr'), '--beatmap', at(path), '--json');
    expect(JSON.parse(stdout).map.path).toBe(at(found));
  });

  test('is used if it is named directly, even if its MD5 differs, with a note', async () => {
    const { code, stdout } = await judge(at('play.osr'), '--beatmap', at('other.osu'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).notes).toContain('The beatmap differs from the one that was played.');
  });
});

describe('exit codes', () => {
  test.each<[number, string, string[], RegExp]>([
    [1, 'a missing replay', ['absent.osr', '--beatmap', 'map.osu'], /absent\.osr": no such file/],
    [1, 'a missing beatmap', ['play.osr', '--beatmap', 'absent.osu'], /absent\.osu": no such file/],
    [1, 'a folder without the map', ['unknown-map.osr', '--beatmap', 'packed'], /No beatmap with the MD5/],
    [1, 'a folder as replay', ['library', '--beatmap', 'map.osu'], /^Cannot read ".*library": it is a folder\.\n$/],
    [3, 'a broken replay', ['broken.osr', '--beatmap', 'map.osu'], /^".*\/broken\.osr": .*replay\/unreadable/],
    [3, 'a set as replay', ['set.zip', '--beatmap', 'set.zip'], /^".*\/set\.zip" is not a replay: it is a ZIP archive/],
    [3, 'a damaged replay', ['damaged.osr', '--beatmap', 'map.osu'], /^".*\/damaged\.osr": .*replay\/unreadable/],
    [3, 'a broken archive', ['play.osr', '--beatmap', 'library/broken.osz'], /archive\/unreadable/],
    [3, 'not a beatmap', ['play.osr', '--beatmap', 'broken.osr'], /beatmap\/unreadable/],
    [5, 'another game mode', ['taiko.osr', '--beatmap', 'map.osu'], /replay\/wrong-mode/],
  ])('%d: %s', async (expected, _, [replay = '', option = '', beatmap = ''], message) => {
    const unknownMap = buildReplay({ ...play, header: { ...header, beatmapMd5: '0'.repeat(32) } });
    await writeFile(at('unknown-map.osr'), writeReplay(unknownMap));
    const damaged = writeReplay(buildReplay(play));
    await writeFile(at('damaged.osr'), damaged.fill(0xff, damaged.length - 300, damaged.length - 100));
    const { code, stdout, stderr } = await judge(at(replay), option, at(beatmap));
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
  });

  test.each([
    ['no replay', ['--beatmap', 'map.osu']],
    ['two replays', ['a.osr', 'b.osr', '--beatmap', 'map.osu']],
    ['no beatmap', ['a.osr']],
    ['an unknown option', ['a.osr', '--beatmap', 'map.osu', '--fast']],
  ])('2: %s', async (_, args) => {
    const { code, stderr } = await judge(...args);
    expect(code).toBe(2);
    expect(stderr).toContain('\nSee bin/reprise judge --help.\n');
  });

  test('0: help', async () => {
    expect(await judge('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('fraction from 0 to 1') });
  });
});
