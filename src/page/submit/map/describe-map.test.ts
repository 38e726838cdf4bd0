import { expect, test } from 'vitest';
import { mapBytes } from '../../../../test/support/beatmaps/map-text.ts';
import { makeZip } from '../../../../test/support/files/zip.ts';
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
  const facts = { name: 'Band - Song [Extra]', mapper: 'Mapper', seconds: 61, middleMs: 2000 };
  expect(map).toEqual({ ...facts, stars: expect.any(Number) });
  const faster = describeMap(named, doubleTime);
  expect(faster.seconds).toBeCloseTo(61 / 1.5);
  expect(faster.stars).toBeGreaterThan(map.stars ?? 0);
});

test('the length ends at the end of the last object, even if it is a slider', () => {
  // A slider of 200 pixels with one repeat: two spans of two beats each.
  const slider = mapBytes({ objects: ['100,100,1000,1,0', '100,100,3000,2,0,L|300:100,2,200'] });
  expect(describeMap(slider, noMod).seconds).toBe(4);
  expect(describeMap(slider, doubleTime).seconds).toBeCloseTo(4 / 1.5);
});

test('a map that cannot be played is described without its length', () => {
  expect(describeMap(mapBytes({ general: ['Mode:3'], objects }), noMod).seconds).toBeNull();
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
