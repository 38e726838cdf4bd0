import { expect, test } from 'vitest';
import { changedBands } from './copy-to-canvas.ts';

const tiles = (...rows: string[]) => Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? 1 : 0));

test.each([
  ['nothing', ['....', '....'], []],
  ['everything', ['####', '####'], [{ x: 0, y: 0, width: 64, height: 32 }]],
  ['one tile', ['....', '.#..'], [{ x: 16, y: 16, width: 16, height: 16 }]],
  ['tiles of a row and the gap between them', ['#..#'], [{ x: 0, y: 0, width: 64, height: 16 }]],
  [
    'rows with the same extent as one band',
    ['.##.', '.##.', '..#.'],
    [
      { x: 16, y: 0, width: 32, height: 32 },
      { x: 32, y: 32, width: 16, height: 16 },
    ],
  ],
  [
    'rows with an unchanged row between them',
    ['.#..', '....', '.#..'],
    [
      { x: 16, y: 0, width: 16, height: 16 },
      { x: 16, y: 32, width: 16, height: 16 },
    ],
  ],
])('changed bands cover %s', (_, rows, bands) => {
  expect(changedBands(tiles(...rows), 4)).toEqual(bands);
});
