import { expect, test } from 'vitest';
import { makeZip } from '../../../test/support/files/zip.ts';
import { md5Hex } from '../md5.ts';
import { openArchive } from './archive.ts';
import { findBeatmapByMd5 } from './find-beatmap.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const easy = encode('osu file format v14\n// easy');
const hard = encode('osu file format v14\n// hard');

test('finds the difficulty of a replay by MD5 in upper or lower case', () => {
  const archive = openArchive(
    makeZip([
      { name: 'easy.osu', data: easy },
      { name: 'Hard.OSU', data: hard },
    ]),
  );
  expect(findBeatmapByMd5(archive, md5Hex(hard))).toEqual({ name: 'Hard.OSU', bytes: hard });
  expect(findBeatmapByMd5(archive, md5Hex(easy).toUpperCase())?.name).toBe('easy.osu');
});

test('ignores a file with the right bytes that is not a .osu file', () => {
  const archive = openArchive(makeZip([{ name: 'hard.osu.bak', data: hard }]));
  expect(findBeatmapByMd5(archive, md5Hex(hard))).toBeNull();
});

test('finds an intact difficulty next to a broken one', () => {
  const archive = openArchive(
    makeZip([
      { name: 'easy.osu', data: easy, crc: 1 },
      { name: 'hard.osu', data: hard },
    ]),
  );
  expect(findBeatmapByMd5(archive, md5Hex(hard))?.name).toBe('hard.osu');
});

test('if a broken difficulty may be the right one, fails with its error', () => {
  const archive = openArchive(makeZip([{ name: 'easy.osu', data: easy, crc: 1 }]));
  expect(() => findBeatmapByMd5(archive, md5Hex(easy))).toThrow(/easy\.osu.*checksum/);
});
