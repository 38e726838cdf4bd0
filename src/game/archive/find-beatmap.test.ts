import { expect, test } from 'vitest';
import { makeZip } from '../../../test/support/zip.ts';
import { md5Hex } from '../md5.ts';
import { openArchive } from './archive.ts';
import { findBeatmapByMd5 } from './find-beatmap.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const easy = encode('osu file format v14\n// easy');
const hard = encode('osu file format v14\n// hard');

test('the difficulty a replay names is found among the others, by upper or lower case digits', () => {
  const archive = openArchive(
    makeZip([
      { name: 'easy.osu', data: easy },
      { name: 'Hard.OSU', data: hard },
    ]),
  );
  expect(findBeatmapByMd5(archive, md5Hex(hard))).toEqual({ name: 'Hard.OSU', bytes: hard });
  expect(findBeatmapByMd5(archive, md5Hex(easy).toUpperCase())?.name).toBe('easy.osu');
});

test('a file of the same bytes that is no .osu is not taken for one', () => {
  const archive = openArchive(makeZip([{ name: 'hard.osu.bak', data: hard }]));
  expect(findBeatmapByMd5(archive, md5Hex(hard))).toBeNull();
});

test('a broken difficulty does not hide a whole one', () => {
  const archive = openArchive(
    makeZip([
      { name: 'easy.osu', data: easy, crc: 1 },
      { name: 'hard.osu', data: hard },
    ]),
  );
  expect(findBeatmapByMd5(archive, md5Hex(hard))?.name).toBe('hard.osu');
});

test('when only a broken difficulty could be the one, it is named as the reason', () => {
  const archive = openArchive(makeZip([{ name: 'easy.osu', data: easy, crc: 1 }]));
  expect(() => findBeatmapByMd5(archive, md5Hex(easy))).toThrow(/easy\.osu.*checksum/);
});
