import { expect, test } from 'vitest';
import { mapBytes } from '../../../../test/support/map-text.ts';
import { makeZip } from '../../../../test/support/zip.ts';
import { md5Hex } from '../../../game/beatmap/index.ts';
import { stableMods } from '../../../game/mods/index.ts';
import { describeMap, readFromSet } from './describe-map.ts';

const objects = ['100,100,1000,1,0', '400,300,1500,1,0', '100,300,2000,1,0', '256,192,60000,12,0,62000'];
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const plain = mapBytes({ objects });
const named = new TextEncoder().encode(
  `${text(plain)}\n[Metadata]\nTitle:Song\nArtist:Band\nCreator:Mapper\nVersion:Extra\n`,
);
const noMod = stableMods(0);
const doubleTime = stableMods(64);

test('a map is described by its name, its mapper, and stars and length with the mods of the play', () => {
  const map = describeMap(named, noMod);
  expect(map).toEqual({ name: 'Band - Song [Extra]', mapper: 'Mapper', stars: expect.any(Number), seconds: 61 });
  const faster = describeMap(named, doubleTime);
  expect(faster.seconds).toBeCloseTo(61 / 1.5);
  expect(faster.stars).toBeGreaterThan(map.stars ?? 0);
});

test('a map without a title has no name, and one without objects no length', () => {
  expect(describeMap(plain, noMod).name).toBeNull();
  expect(describeMap(mapBytes({ objects: [] }), noMod).seconds).toBe(0);
});

test('the map and its background are found in a set, and no other map', () => {
  const map = mapBytes({ objects, events: ['0,0,"sb\\BG.jpg",0,0'] });
  const set = makeZip([
    { name: 'a.osu', data: plain },
    { name: 'b.osu', data: map },
    { name: 'SB/bg.jpg', data: 'picture' },
  ]);
  const files = readFromSet(set, md5Hex(map).toUpperCase());
  expect([files && text(files.osu), files?.background && text(files.background)]).toEqual([text(map), 'picture']);
  expect(readFromSet(set, md5Hex(plain))?.background).toBeNull();
  expect(readFromSet(set, md5Hex(named))).toBeNull();
});
