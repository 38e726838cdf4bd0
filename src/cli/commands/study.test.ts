import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticFrames, syntheticMap } from '../../../test/support/beatmaps/synthetic-map.ts';
import { makeZip } from '../../../test/support/files/zip.ts';
import { buildProgram, type Program } from '../../../test/support/processes/program.ts';
import { buildReplay } from '../../../test/support/replays/build-replay.ts';
import { md5Hex } from '../../game/md5.ts';
import { type WritableReplay, writeReplay } from '../../game/replay/index.ts';
import type { StudyReport } from '../../game/study/index.ts';
import { run } from './study.ts';

const objectCount = 40;
const osu = syntheticMap(objectCount);
const packed = syntheticMap(objectCount + 1);

/** A replay with a hash of its own. */
function replayOf(hash: number, header: Partial<WritableReplay['header']> = {}): Uint8Array {
  return writeReplay(
    buildReplay({
      frames: syntheticFrames(objectCount, 15),
      header: {
        beatmapMd5: md5Hex(osu),
        modBits: 0,
        player: 'Anna',
        replayMd5: String(hash).padStart(32, '0'),
        playedAtUnixMs: Date.UTC(2025, hash, 8),
        ...header,
      },
    }),
  );
}

/** The same header, but a byte of the compressed frames is changed. */
function damaged(replay: Uint8Array): Uint8Array {
  const copy = replay.slice();
  copy.fill(0xff, copy.length - 300, copy.length - 100);
  return copy;
}

let child: Program;
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  child = await buildProgram('src/cli/study/study-child.ts');
  folder = await mkdtemp(join(tmpdir(), 'reprise-study-'));
  for (const name of ['replays/deep/er', 'songs/set', 'data/beatmaps', 'empty', 'taiko'])
    await mkdir(at(name), { recursive: true });
  await Promise.all([
    writeFile(at('replays/a.osr'), replayOf(1)),
    writeFile(at('replays/b.osr'), replayOf(2, { beatmapMd5: md5Hex(packed) })),
    writeFile(at('replays/deep/er/c.osr'), replayOf(3, { player: 'Bo <b>' })),
    writeFile(at('replays/deep/copy-of-a.osr'), replayOf(1)),
    writeFile(at('replays/broken.osr'), 'no replay'),
    writeFile(at('replays/damaged.osr'), damaged(replayOf(4))),
    writeFile(at('replays/whole.osr'), replayOf(4)),
    writeFile(at('replays/unknown-map.osr'), replayOf(5, { beatmapMd5: 'e'.repeat(32) })),
    writeFile(at('replays/mania.osr'), replayOf(6, { mode: 3 })),
    writeFile(at('taiko/taiko.osr'), replayOf(7, { mode: 1 })),
    writeFile(at('replays/notes.txt'), 'no replay either'),
    symlink(at('replays'), at('replays/deep/loop')),
    symlink(at('absent'), at('replays/dangling.osr')),
    writeFile(at('songs/set/map.osu'), osu),
    writeFile(at('songs/broken.osz'), 'no archive'),
    writeFile(at('songs/set.osz'), makeZip([{ name: 'map.osu', data: packed }])),
    writeFile(at('data/beatmaps/map.osu'), osu),
  ]);
});

afterAll(async () => {
  await child.remove();
  await rm(folder, { recursive: true, force: true });
});

async function study(...args: string[]) {
  let stdout = '';
  let stderr = '';
  const output = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
  };
  const code = await run(args, output, { env: { DATA_DIR: at('data') }, childPath: child.path });
  return { code, stdout, stderr };
}

async function studyJson(...args: string[]): Promise<StudyReport> {
  const { stdout } = await study(...args, '--json');
  return JSON.parse(stdout);
}

test('the replays of a folder are judged once each, by player', async () => {
  const { players, skipped } = await studyJson(at('replays'), '-b', at('songs'));
  expect(players.map(({ name, plays, objects }) => ({ name, plays, objects }))).toEqual([
    { name: 'Anna', plays: 3, objects: 3 * objectCount },
    { name: 'Bo <b>', plays: 1, objects: objectCount },
  ]);
  expect(players[0]?.months.map(({ month }) => month)).toEqual(['2025-02', '2025-03', '2025-05']);
  expect(players[0]?.habits.timing?.hits).toBe(3 * objectCount);
  const reasons = Object.fromEntries(skipped.map(({ file, reason }) => [file.slice(folder.length + 1), reason]));
  expect(reasons).toEqual({
    'replays/broken.osr': expect.stringContaining('replay/unreadable'),
    'replays/damaged.osr': expect.stringContaining('replay/unreadable'),
    'replays/deep/copy-of-a.osr': `It is the same replay as ${JSON.stringify(at('replays/a.osr'))}.`,
    'replays/mania.osr': expect.stringContaining('osu!mania'),
    'replays/unknown-map.osr': `No beatmap with the MD5 ${'e'.repeat(32)} was found.`,
  });
});

test('the text names players, numbers and skipped files', async () => {
  const { code, stdout } = await study(at('replays'), '-b', at('songs/set'));
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Anna: 2 plays, 2025-02-08 to 2025-05-08\n {2}accuracy +100\.00 %\n {2}unstable rate +0\.0\n/,
  );
  expect(stdout).toMatch(/^ {2}2025-02 +1 +100\.00 % +0\.0 +0\.0 +\d+ +\d+$/m);
  expect(stdout).toMatch(/^Skipped 6 files:$/m);
  expect(stdout).toMatch(/^ {2}.*broken\.osr: .*\(replay\/unreadable\)$/m);
});

test('only the replays of one player are judged', async () => {
  const { players } = await studyJson(at('replays'), '-b', at('songs'), '--player', 'Bo <b>');
  expect(players.map(({ name }) => name)).toEqual(['Bo <b>']);
});

test('the players of a folder are named if none of them is the requested one', async () => {
  const { code, stdout, stderr } = await study(at('replays/a.osr'), at('replays/deep/er'), '--player', 'nobody');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('No replay is by "nobody". Players found: Anna, Bo <b>.\n');
});

test('maps come from the library of the service if none are named', async () => {
  const { players } = await studyJson(at('replays/a.osr'));
  expect(players).toMatchObject([{ name: 'Anna', plays: 1 }]);
});

test('the report is also written as one HTML file, which replaces an existing one', async () => {
  await writeFile(at('report.html'), 'old');
  const { code, stdout } = await study(at('replays/a.osr'), '--html', at('report.html'));
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Anna: 1 play,/) });
  expect(await readFile(at('report.html'), 'utf8')).toMatch(/^<!doctype html>[\s\S]*<h2>Anna<\/h2>/);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('without a judged replay, an existing HTML file stays as it was', async () => {
  await writeFile(at('kept.html'), 'old');
  expect((await study(at('taiko'), '--html', at('kept.html'))).code).toBe(5);
  expect(await readFile(at('kept.html'), 'utf8')).toBe('old');
});

test('a report that cannot be written is refused before any replay is judged', async () => {
  const { code, stdout, stderr } = await study(at('replays/a.osr'), '--html', at('absent/report.html'));
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
  expect(stderr).toMatch(/^Cannot write ".*absent\/report\.html": no such file or folder\.\n$/);
});

test('a report does not replace a replay', async () => {
  const { code, stderr } = await study(at('replays/a.osr'), '--html', at('replays/deep/../a.osr'));
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^--html names the replay ".*a\.osr"\./) });
});

describe('exit codes', () => {
  test.each<[number, string, string[], RegExp]>([
    [0, 'a broken replay beside a good one', ['replays/broken.osr', 'replays/a.osr'], /^Anna: 1 play,/],
    [1, 'a missing file', ['absent.osr'], /absent\.osr": no such file/],
    [1, 'a folder without replays', ['empty'], /empty: There is no \.osr file in this folder\.\n$/],
    [1, 'a replay without its map', ['replays/unknown-map.osr'], /No beatmap with the MD5 e+ was found/],
    [3, 'a broken replay', ['replays/broken.osr'], /replay\/unreadable/],
    [5, 'another game mode', ['taiko'], /replay\/wrong-mode/],
  ])('%d: %s', async (expected, _, paths, text) => {
    const { code, stdout, stderr } = await study(...paths.map(at));
    expect(stdout).toMatch(text);
    expect({ code, stderr }).toEqual({ code: expected, stderr: expected === 0 ? '' : 'No replay was judged.\n' });
  });

  test('2: no path, and an unknown option', async () => {
    for (const args of [[], [at('replays'), '--fast']]) {
      const { code, stderr } = await study(...args);
      expect(code).toBe(2);
      expect(stderr).toContain('\nSee bin/reprise study --help.\n');
    }
  });

  test('130: stopped', async () => {
    const output = { stdout: { write: () => {} }, stderr: { write: () => {} } };
    const context = { env: {}, childPath: child.path, signal: AbortSignal.abort() };
    expect(await run([at('replays')], output, context)).toBe(130);
  });
});
