import { expect, test } from 'vitest';
import { changedBands } from './present.ts';

const tiles = (...rows: string[]) => Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? 1 : 0));

test.each([
  ['nothing', ['....', '....'], []],
  ['everything', ['####', '####'], [{ x: 0, y: 0, width: 64, height: 32 }]],
  ['one tile', ['....', '.#..'], [{ x: 16, y: 16, width: 16, height: 16 }]],
  ['tiles of a row, and what lies between them', ['#..#'], [{ x: 0, y: 0, width: 64, height: 16 }]],
  [
    'rows that are changed alike, as one',
    ['.##.', '.##.', '..#.'],
    [
      { x: 16, y: 0, width: 32, height: 32 },
      { x: 32, y: 32, width: 16, height: 16 },
    ],
  ],
  [
    'rows with one between them that is not',
    ['.#..', '....', '.#..'],
    [
      { x: 16, y: 0, width: 16, height: 16 },
      { x: 16, y: 32, width: 16, height: 16 },
    ],
  ],
])('what has changed is copied: %s', (_, rows, bands) => {
  expect(changedBands(tiles(...rows), 4)).toEqual(bands);
});
