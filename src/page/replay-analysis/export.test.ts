import { expect, test } from 'vitest';
import { csvOf, fileNameOf } from './export.ts';

test('hits and misses are rows in the order of time', () => {
  const hits = [
    { t: 1000, error: -5.5, x: 1, y: 3 },
    { t: 3000, error: 2 / 3, x: 2, y: 4 },
  ];
  const misses = [
    { t: 2000, x: 5, y: 6, aim: { x: 40, y: -2 } },
    { t: 2500, x: 5, y: 6 },
  ];
  expect(csvOf({ hits, misses }).split('\r\n')).toEqual([
    'song_ms,result,error_ms,offset_x,offset_y',
    '1000,hit,-5.5,1,3',
    '2000,miss,,40,-2',
    '2500,miss,,,',
    '3000,hit,0.67,2,4',
  ]);
});

test.each([
  [{ title: 'Camellia - GHOST [Extra]', player: 'mira' }, 'mira - Camellia - GHOST [Extra].png'],
  [{ title: 'A/B: "C"?', player: '' }, 'A_B_ _C__.png'],
  [{ title: '', player: '' }, 'replay.png'],
])('the picture of %j is saved as %s', (play, name) => {
  expect(fileNameOf(play, 'png')).toBe(name);
});
