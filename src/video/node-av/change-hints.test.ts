import { expect, test } from 'vitest';
import { createChangeHints } from './change-hints.ts';

/** Rectangles as `left,top width×height`. */
function rectangles(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [count, first, size] = [0, 8, 16].map((at) => Number(view.getBigUint64(at, true))) as [number, number, number];
  expect(view.getUint32(24, true)).toBe(1);
  expect(bytes).toHaveLength(first + count * size);
  return Array.from({ length: count }, (_, index) => {
    const [left, top, width, height] = [0, 4, 8, 12].map((at) => view.getUint32(first + index * size + at, true));
    return `${left},${top} ${width}×${height}`;
  });
}

const picture = { width: 64, height: 40 };

test.each([
  ['nothing', '....' + '....' + '....', []],
  ['one tile', '.#..' + '....' + '....', ['16,0 16×16']],
  ['neighbours in a row', '.##.' + '....' + '....', ['16,0 32×16']],
  ['tiles apart', '#..#' + '....' + '....', ['0,0 16×16', '48,0 16×16']],
  ['rows', '...#' + '#...' + '....', ['48,0 16×16', '0,16 16×16']],
  ['every other', '#.#.' + '.#.#' + '....', ['0,0 16×16', '32,0 16×16', '16,16 16×16', '48,16 16×16']],
  ['everything, as far as the picture goes', '####' + '####' + '####', ['0,0 64×16', '0,16 64×16', '0,32 64×8']],
])('%s changed', (_, map, expected) => {
  const tiles = Uint8Array.from(map, (sign) => (sign === '#' ? 1 : 0));
  expect(rectangles(createChangeHints(picture)(tiles))).toEqual(expected);
});

test('tiles of another picture are refused', () => {
  const hints = createChangeHints(picture);
  expect(() => hints(new Uint8Array(11))).toThrow('11 tiles');
  expect(() => hints(new Uint8Array(13))).toThrow('13 tiles');
});

test('hints hold nothing of those before', () => {
  const hints = createChangeHints(picture);
  hints(new Uint8Array(12).fill(1));
  expect(rectangles(hints(Uint8Array.from({ length: 12 }, (_, tile) => Number(tile === 5))))).toEqual(['16,16 16×16']);
  expect(rectangles(hints(new Uint8Array(12)))).toEqual([]);
});
