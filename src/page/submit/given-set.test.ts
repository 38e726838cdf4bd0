import { expect, test } from 'vitest';
import { mapBytes } from '../../../test/support/map-text.ts';
import { makeZip } from '../../../test/support/zip.ts';
import { Failure } from '../../failure.ts';
import { md5Hex } from '../../game/md5.ts';
import { type GivenSet, mapsIn, setWith } from './given-set.ts';

const [easy, hard, other] = ['100,100,0,1,0', '200,100,0,1,0', '300,100,0,1,0'].map((object) =>
  mapBytes({ objects: [object] }),
) as [Uint8Array, Uint8Array, Uint8Array];

const fileOf = (...maps: Uint8Array[]) => {
  const members = maps.map((data, i) => ({ name: `${i}.OSU`, data }));
  return new File([Uint8Array.from(makeZip([...members, { name: 'song.mp3', data: 'x' }]))], 'set.osz');
};
const given = (id: number, maps: GivenSet['maps']): GivenSet => ({ id, file: fileOf(), maps, error: null });

test('a set is known by the MD5 of every map in it', async () => {
  expect(await mapsIn(fileOf(easy, hard))).toEqual(new Set([md5Hex(easy), md5Hex(hard)]));
});

test('what is no archive is refused in words', async () => {
  await expect(mapsIn(new File(['no archive'], 'set.osz'))).rejects.toThrow(Failure);
});

test('each replay gets the set its map is in', () => {
  const sets = [given(1, new Set([md5Hex(easy), md5Hex(hard)])), given(2, new Set([md5Hex(other)])), given(3, null)];
  expect(setWith(md5Hex(hard).toUpperCase(), sets)?.id).toBe(1);
  expect(setWith(md5Hex(other), sets)?.id).toBe(2);
  expect(setWith(md5Hex(new Uint8Array(1)), sets)).toBe(null);
});

test('of two sets with the same map the one that came last counts', () => {
  expect(setWith(md5Hex(easy), [given(1, new Set([md5Hex(easy)])), given(2, new Set([md5Hex(easy)]))])?.id).toBe(2);
});
