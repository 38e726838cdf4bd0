import { expect, test } from 'vitest';
import { csvOf } from './export.ts';
import type { StudyData } from './study-data.ts';

test('hits and misses are rows in the order of time', () => {
  const data = {
    hits: { times: [1000, 3000], errors: [-5.5, 2], xs: [1, 2], ys: [3, 4] },
    misses: [{ t: 2000, x: 5, y: 6 }],
  } as unknown as StudyData;
  expect(csvOf(data).split('\r\n')).toEqual([
    'song_ms,result,error_ms,offset_x,offset_y',
    '1000,hit,-5.5,1,3',
    '2000,miss,,,',
    '3000,hit,2,2,4',
  ]);
});
