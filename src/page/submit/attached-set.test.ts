import { expect, test } from 'vitest';
import { mapBytes } from '../../../test/support/beatmaps/map-text.ts';
import { makeZip } from '../../../test/support/files/zip.ts';
import { Failure } from '../../failure.ts';
import { md5Hex } from '../../game/md5.ts';
import { type AttachedSet, findSetFor, readBeatmapChecksums } from './attached-set.ts';

const [easy, hard, other] = ['100,100,0,1,0', '200,100,0,1,0', '300,100,0,1,0'].map((object) =>
  mapBytes({ objects: [object] }),
) as [Uint8Array, Uint8Array, Uint8Array];

const fileOf = (...maps: Uint8Array[]) => {
  const entries = maps.map((data, i) => ({ name: `${i}.OSU`, data }));
  return new File([Uint8Array.from(makeZip([...entries, { name: 'song.mp3', data: 'x' }]))], 'set.osz');
};
const attachedSet = (id: number, beatmapMd5s: AttachedSet['beatmapMd5s']): AttachedSet => ({
  id,
  file: fileOf(),
  beatmapMd5s,
  error: null,
});

test('a set has the MD5 of every beatmap in it', async () => {
  expect(await readBeatmapChecksums(fileOf(easy, hard))).toEqual(new Set([md5Hex(easy), md5Hex(hard)]));
});

test('a file that is not an archive is rejected with a failure', async () => {
  await expect(readBeatmapChecksums(new File(['no archive'], 'set.osz'))).rejects.toThrow(Failure);
});

test('a replay gets the set that contains its beatmap', () => {
  const sets = [
    attachedSet(1, new Set([md5Hex(easy), md5Hex(hard)])),
    attachedSet(2, new Set([md5Hex(other)])),
    attachedSet(3, null),
  ];
  expect(findSetFor(md5Hex(hard).toUpperCase(), sets)?.id).toBe(1);
  expect(findSetFor(md5Hex(other), sets)?.id).toBe(2);
  expect(findSetFor(md5Hex(new Uint8Array(1)), sets)).toBe(null);
});

test('of two sets with the same beatmap, the newer one is used', () => {
  expect(
    findSetFor(md5Hex(easy), [attachedSet(1, new Set([md5Hex(easy)])), attachedSet(2, new Set([md5Hex(easy)]))])?.id,
  ).toBe(2);
});
