import { expect, test } from 'vitest';
import { createTileQuality, qualityRegionsLength } from './tile-quality.ts';

const picture = { width: 64, height: 40, keyFrameDistance: 12 };
const still = '....' + '....' + '....';
const moving = '####' + '####' + '####';

/** Returns the regions of the last of some frames as `left,top width×height offset`, in tenths of a quantizer. */
function regionsAfter(...frames: (string | undefined)[]): string[] {
  const write = createTileQuality(picture);
  const regions = new Int32Array(qualityRegionsLength(picture)).fill(0x7ead);
  for (const map of frames) write(regions, map === undefined ? undefined : tilesOf(map));
  return Array.from({ length: regions.length / 7 }, (_, index) => {
    const [bytes, top, bottom, left, right, part, whole] = regions.subarray(index * 7, index * 7 + 7);
    expect([bytes, whole]).toEqual([28, 510]);
    return `${left},${top} ${right! - left!}×${bottom! - top!} ${part}`;
  }).filter((region) => region !== '0,0 0×0 0');
}

const tilesOf = (map: string) => Uint8Array.from(map, (sign) => (sign === '#' ? 1 : 0));
const frames = (count: number, map: string) => Array.from({ length: count }, () => map);
const whole = (offset: number) => [0, 16, 32].map((top) => `0,${top} 64×16 ${offset}`);

test('the first picture, which is likely to stay, is encoded well', () => {
  expect(regionsAfter(undefined)).toEqual(whole(-100));
});

test('what stays is not encoded well twice, except in the next key frame', () => {
  expect(regionsAfter(...frames(5, still))).toEqual([]);
  expect(regionsAfter(...frames(9, still))).toEqual([]);
  expect(regionsAfter(...frames(13, still))).toEqual(whole(-100));
});

test('what changes is encoded coarsely in frames that no other frame refers to', () => {
  expect(regionsAfter(undefined, moving)).toEqual(whole(30));
  expect(regionsAfter(undefined, ...frames(4, moving))).toEqual(whole(-10));
  expect(regionsAfter(undefined, ...frames(12, moving))).toEqual(whole(-10));
});

test('without tiles, everything counts as changed', () => {
  expect(regionsAfter(undefined, undefined)).toEqual(whole(30));
});

test('what has changed is encoded well in the first frame that others refer to after it stands still', () => {
  const one = '.##.' + '....' + '....';
  expect(regionsAfter(undefined, one, still, still)).toEqual([]);
  expect(regionsAfter(undefined, one, still, still, still)).toEqual(['16,0 32×16 -100']);
  const atReference = [undefined, still, still, still, one];
  expect(regionsAfter(...atReference)).toEqual(['16,0 32×16 -10']);
  expect(regionsAfter(...atReference, ...frames(3, still))).toEqual([]);
  expect(regionsAfter(...atReference, ...frames(4, still))).toEqual(['16,0 32×16 -100']);
  expect(regionsAfter(...atReference, ...frames(7, still))).toEqual([]);
});

test('the last frame before a key frame is one that others could refer to', () => {
  expect(regionsAfter(undefined, ...frames(11, moving))).toEqual(whole(-10));
});

test('the largest possible number of regions fits', () => {
  const everyOther = '#.#.' + '.#.#' + '#.#.';
  expect(regionsAfter(undefined, everyOther)).toHaveLength(6);
});

test('tiles of another size are refused', () => {
  expect(() => regionsAfter(undefined, still.slice(1))).toThrow('11 tiles');
});
