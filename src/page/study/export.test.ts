import { expect, test } from 'vitest';
import { csvOf } from './export.ts';

test('hits and misses are rows in the order of time', () => {
  const hits = [
    { t: 1000, error: -5.5, x: 1, y: 3 },
    { t: 3000, error: 2, x: 2, y: 4 },
  ];
  expect(csvOf({ hits, misses: [{ t: 2000, x: 5, y: 6 }] }).split('\r\n')).toEqual([
    'song_ms,result,error_ms,offset_x,offset_y',
    '1000,hit,-5.5,1,3',
    '2000,miss,,,',
    '3000,hit,2,2,4',
  ]);
});
