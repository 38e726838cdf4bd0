import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../../../test/support/files/zip.ts';
import { md5Hex } from '../../../game/beatmap/index.ts';
import { archiveFiles, type FileSource, findDifficulty } from '../../scene-loader/index.ts';
import { folderFiles } from './folder-files.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-files-'));
  mkdirSync(join(folder, 'set/SB'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'set/Song.mp3'), 'song');
  writeFileSync(join(folder, 'set/SB/Star.png'), 'star');
  symlinkSync('../secret.txt', join(folder, 'set/link.txt'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const archive = () =>
  archiveFiles(
    makeZip([
      { name: 'Song.mp3', data: 'song' },
      { name: 'SB/Star.png', data: 'star' },
      { name: 'broken.png', data: 'x', crc: 1 },
    ]),
  );

describe.each<[string, () => FileSource]>([
  ['a folder', () => folderFiles(join(folder, 'set'))],
  ['an archive', archive],
])('%s', (_, open) => {
  test('finds files by name, in any case and with either slash', () => {
    const files = open();
    expect(files.names).toEqual(expect.arrayContaining(['Song.mp3', 'SB/Star.png']));
    expect(text(files.read('song.MP3'))).toBe('song');
    expect(text(files.read('sb\\star.PNG'))).toBe('star');
    expect(files.read('other.png')).toBeNull();
  });

  test('finds no file outside of it', () => {
    const files = open();
    for (const name of ['../secret.txt', '/etc/passwd', 'SB/../../secret.txt', 'link.txt'])
      expect(files.read(name), name).toBeNull();
  });
});

test('a folder knows the paths of its files only', () => {
  const files = folderFiles(join(folder, 'set'));
  expect(files.pathOf?.('sb\\star.PNG')).toBe(join(folder, 'set/SB/Star.png'));
  for (const name of ['other.png', '../secret.txt', 'link.txt']) expect(files.pathOf?.(name), name).toBeNull();
});

test('a broken entry of an archive counts as missing', () => {
  expect(archive().read('broken.png')).toBeNull();
});

test('a difficulty is found by its MD5, in upper or lower case', () => {
  const files = archiveFiles(
    makeZip([
      { name: 'a.osu', data: 'easy' },
      { name: 'b.OSU', data: 'hard' },
      { name: 'c.txt', data: 'none' },
    ]),
  );
  expect(text(findDifficulty(files, md5Hex(encode('hard')).toUpperCase()))).toBe('hard');
  expect(findDifficulty(files, md5Hex(encode('none')))).toBeNull();
});
