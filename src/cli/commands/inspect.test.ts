import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticMap } from '../../../test/support/beatmaps/synthetic-map.ts';
import { makeZip } from '../../../test/support/files/zip.ts';
import { buildReplay } from '../../../test/support/replays/build-replay.ts';
import { writeReplay } from '../../game/replay/index.ts';
import { run } from './inspect.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inspect(name: string, bytes: Uint8Array | string) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return inspectPath(path);
}

async function inspectPath(...args: string[]) {
  let stdout = '';
  let stderr = '';
  const code = await run(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr };
}

const map = new TextDecoder().decode(syntheticMap(40));

describe('the output lists the contents of', () => {
  test('a replay', async () => {
    const { code, stdout } = await inspect('a.osr', writeReplay(buildReplay()));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^replay +osu!standard$/m);
    expect(stdout).toMatch(/^mods +DT HD$/m);
    expect(stdout).toMatch(/^counts +300 300, 100 20, 50 3, miss 2$/m);
    expect(stdout).toMatch(/^frames +200$/m);
  });

  test('a beatmap', async () => {
    const { code, stdout } = await inspect('a.osu', map);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^beatmap +Nobody - Synthetic \[40 objects\]$/m);
    expect(stdout).toMatch(/^ {2}kinds +circles 30, sliders 10$/m);
    expect(stdout).toMatch(/^song time +0:01\.000 to 0:10\.750$/m);
  });

  test('a storyboard', async () => {
    const osb = '[Events]\nSprite,Background,Centre,"a.png",320,240\n F,0,1000,62000,1,0\nSample,5,0,"b.wav",80\n';
    const { code, stdout } = await inspect('a.osb', osb);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}layers +background 1$/m);
    expect(stdout).toMatch(/^ {2}samples +1$/m);
    expect(stdout).toMatch(/^ {2}song time +0:01\.000 to 1:02\.000$/m);
  });

  test('a skin.ini, with warnings', async () => {
    const { code, stdout } = await inspect('skin.ini', '[General]\nName: Mine\nVersion: 2.5\nCursorRotate: maybe');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^skin +Mine$/m);
    expect(stdout).toMatch(/^version +2\.5$/m);
    expect(stdout).toContain('CursorRotate has the invalid value "maybe".');
  });

  test('a skin', async () => {
    const files = ['skin.ini', 'hitcircle@2x.png', 'hit0-0.png', 'hit0-1.png'];
    const { code, stdout } = await inspect('a.osk', makeZip(files.map((name) => ({ name, data: 'x' }))));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^kinds +\.png 3, \.ini 1$/m);
    expect(stdout).toMatch(/^elements +2 of \d+$/m);
    expect(stdout).toMatch(/^animated +1$/m);
  });

  test('a beatmap set', async () => {
    const { code, stdout } = await inspect(
      'a.osz',
      makeZip([
        { name: 'one.osu', data: map },
        { name: 'bad.osu', data: 'x' },
      ]),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}one\.osu +[0-9a-f]{32}, mode 0, 40 objects$/m);
    expect(stdout).toMatch(/^ {2}bad\.osu +The file has neither/m);
  });

  test('a beatmap without its control characters, which could move the cursor', async () => {
    const { stdout } = await inspect('b.osu', map.replace('Title:Synthetic', 'Title:\u001b[2J'));
    expect(stdout).toContain('Nobody -  [2J');
  });
});

describe('the exit code tells why a file is refused', () => {
  test.each<[number, string, string, Uint8Array | string, RegExp]>([
    [3, 'not a replay', 'x.osr', 'nothing', /^".*\/x\.osr": Expected a game mode .*replay\/unreadable/],
    [3, 'an archive', 'x.osr', makeZip([{ name: 'a' }]), /^".*\/x\.osr" is not a replay: it is a ZIP archive\./],
    [3, 'a beatmap', 'x.osr', map, /^".*\/x\.osr" is not a replay: it is a beatmap\. Expected an \.osr file\./],
    [3, 'an empty replay', 'x.osr', '', /^".*\/x\.osr" is empty\. \(replay\/unreadable\)/],
    [3, 'an empty map', 'x.osu', '', /^".*\/x\.osu" is empty\. \(beatmap\/unreadable\)/],
    [3, 'an empty archive', 'x.osk', '', /^".*\/x\.osk" is empty\. \(archive\/unreadable\)/],
    [0, 'an empty storyboard', 'x.osb', '', /^$/],
    [0, 'an empty skin.ini', 'skin.ini', '', /^$/],
    [3, 'not a beatmap', 'x.osu', 'nothing', /beatmap\/unreadable/],
    [3, 'not an archive', 'x.osz', 'nothing', /archive\/unreadable/],
    [3, 'a damaged archive', 'x.osk', makeZip([{ name: 'a.png', data: 'x', crc: 1 }]), /archive\/unreadable/],
    [4, 'an unsafe archive', 'x.osk', makeZip([{ name: '../a.png' }]), /archive\/unsafe/],
    [4, 'a skin with an archive inside', 'x.osk', makeZip([{ name: 'a.zip' }]), /archive\/unsafe/],
    [
      4,
      'an archive that is too large',
      'x.osz',
      makeZip([{ name: 'a', declaredBytes: 2 ** 31 }]),
      /archive\/too-large/,
    ],
    [5, 'a replay of another mode', 'x.osr', writeReplay(buildReplay({ header: { mode: 3 } })), /replay\/wrong-mode/],
    [5, 'a map of another mode', 'x.osu', map.replace('Mode: 0', 'Mode: 3'), /beatmap\/wrong-mode/],
  ])('exit code %d: %s', async (expected, _, name, bytes, message) => {
    const { code, stderr } = await inspect(name, bytes);
    expect(stderr).toMatch(message);
    expect(code).toBe(expected);
  });

  test('a refused file is still described as far as it can be read', async () => {
    const { stdout } = await inspect('y.osr', writeReplay(buildReplay({ header: { mode: 3 } })));
    expect(stdout).toMatch(/^replay +osu!mania$/m);
  });

  test.each([
    ['absent.osr', /^Cannot read ".*\/absent\.osr": no such file/],
    ['absent', /^Cannot read ".*\/absent": no such file/],
    ['', /^Cannot read ".*": it is a folder\.\n$/],
  ])('exit code 1: the file "%s" does not exist or is a folder', async (name, message) => {
    expect(await inspectPath(join(folder, name))).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });

  test.each([[[]], [['a.osr', 'b.osr']], [['--fast', 'a.osr']]])('exit code 2: %j', async (args) => {
    const { code, stderr } = await inspectPath(...args);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('\nSee bin/reprise inspect --help.\n'),
    });
  });

  test.each(['notes.txt', 'skin'])('exit code 2: the extension of %s', async (name) => {
    const { code, stderr } = await inspect(name, 'x');
    expect(code).toBe(2);
    expect(stderr).toContain(`/${name}" is unknown: expected .osr, .osu, .osb, .osz, .osk or skin.ini.\n`);
  });

  test('exit code 0: help', async () => {
    expect((await inspectPath('-h')).code).toBe(0);
  });
});
