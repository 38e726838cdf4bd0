import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../args/run-command.ts';
import { checkOutputs } from './check-outputs.ts';
import { FileError } from './file-error.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-outputs-')));
  for (const name of ['play.osr', 'old.mp4']) writeFileSync(at(name), name);
  mkdirSync(at('deep'));
  symlinkSync(at('deep'), at('also-deep'));
  symlinkSync(at('play.osr'), at('linked.osr'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (video: string, thumbnail?: string) =>
  checkOutputs(
    [
      { option: '-o', what: 'the video', path: video },
      ...(thumbnail === undefined ? [] : [{ option: '--thumbnail', what: 'the thumbnail', path: thumbnail }]),
    ],
    [
      { what: 'the replay', path: at('play.osr') },
      { what: 'the beatmap', path: at('absent.osz') },
    ],
  );

test.each(['new.mp4', 'old.mp4', 'deep/new.mp4', 'absent.osz'])('%s can be written', async (name) => {
  await check(at(name), at('still.jpg'));
});

test.each(['play.osr', 'deep/../play.osr', 'also-deep/../play.osr', 'linked.osr'])(
  '%s would replace the replay',
  async (name) => {
    const message = `-o names the replay ${JSON.stringify(at('play.osr'))}. Choose another file.`;
    await expect(check(`${folder}/${name}`)).rejects.toThrow(new UsageError(message));
  },
);

test.each([
  ['a.mp4', 'a.mp4'],
  ['deep/a.mp4', 'also-deep/a.mp4'],
])('%s and %s would replace each other', async (video, thumbnail) => {
  const message = `--thumbnail names the video ${JSON.stringify(at(video))}. Choose another file.`;
  await expect(check(at(video), at(thumbnail))).rejects.toThrow(new UsageError(message));
});

test.each([
  ['absent/a.mp4', 'no such file or folder'],
  ['deep', 'it is a folder'],
  ['play.osr/a.mp4', 'part of the path is not a folder'],
])('%s cannot be written: %s', async (name, reason) => {
  const message = `Cannot write ${JSON.stringify(at(name))}: ${reason}.`;
  await expect(check(at(name))).rejects.toThrow(message);
  await expect(check(at(name))).rejects.toBeInstanceOf(FileError);
});

test('the extension must fit the format', async () => {
  const video = (path: string) => checkOutputs([{ option: '-o', what: 'the video', path, extensions: ['.mp4'] }], []);
  await video(at('a.MP4'));
  for (const name of ['a.avi', 'a', '.mp4'])
    await expect(video(at(name))).rejects.toThrow('-o must name a file that ends with .mp4.');
});

test('a device is not replaced', async () => {
  await expect(check('/dev/null')).rejects.toThrow('"/dev/null" is not a regular file. Choose another file.');
});
