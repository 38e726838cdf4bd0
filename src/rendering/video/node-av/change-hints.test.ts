import { expect, test } from 'vitest';
import { changeHintsLength, writeChangeHints } from './change-hints.ts';

const picture = { width: 64, height: 40 };

/** Returns the rectangles as `left,top width×height`. */
function rectangles(hints: Uint32Array): string[] {
  const view = new DataView(hints.buffer);
  const [count, first, size] = [0, 8, 16].map((at) => Number(view.getBigUint64(at, true))) as [number, number, number];
  expect(view.getUint32(24, true)).toBe(1);
  expect(first + count * size).toBeLessThanOrEqual(hints.byteLength);
  return Array.from({ length: count }, (_, index) => {
    const [left, top, width, height] = [0, 4, 8, 12].map((at) => view.getUint32(first + index * size + at, true));
    return `${left},${top} ${width}×${height}`;
  });
}

/** Writes over existing values. */
function written(tiles: Uint8Array | undefined): Uint32Array {
  const hints = new Uint32Array(changeHintsLength(picture)).fill(0xdeadbeef);
  writeChangeHints(hints, tiles, picture);
  return hints;
}

test.each([
  ['nothing', '....' + '....' + '....', []],
  ['one tile', '.#..' + '....' + '....', ['16,0 16×16']],
  ['neighbours in a row', '.##.' + '....' + '....', ['16,0 32×16']],
  ['tiles apart', '#..#' + '....' + '....', ['0,0 16×16', '48,0 16×16']],
  ['rows', '...#' + '#...' + '....', ['48,0 16×16', '0,16 16×16']],
  ['everything, as far as the picture goes', '####' + '####' + '####', ['0,0 64×16', '0,16 64×16', '0,32 64×8']],
])('%s changed', (_, map, expected) => {
  const tiles = Uint8Array.from(map, (sign) => (sign === '#' ? 1 : 0));
  expect(rectangles(written(tiles))).toEqual(expected);
});

test('without tiles the hint covers the whole picture', () => {
  expect(rectangles(written(undefined))).toEqual(['0,0 64×40']);
});

test('the largest possible number of rectangles fits', () => {
  const everyOther = Uint8Array.from('#.#.' + '.#.#' + '#.#.', (sign) => (sign === '#' ? 1 : 0));
  expect(rectangles(written(everyOther))).toHaveLength(6);
  expect(changeHintsLength(picture)).toBe(8 + 6 * 4);
});

test('tiles of another size are refused', () => {
  expect(() => written(new Uint8Array(11))).toThrow('11 tiles');
  expect(() => written(new Uint8Array(13))).toThrow('13 tiles');
});
