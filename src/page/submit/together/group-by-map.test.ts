import { expect, test } from 'vitest';
import type { Entry } from '../upload-queue.ts';
import { groupByMap } from './group-by-map.ts';

const entry = (id: number, beatmapMd5: string | null, is: 'reading' | 'ready' | 'rejected' | 'uploaded' = 'ready') =>
  ({ id, summary: beatmapMd5 === null ? null : { beatmapMd5 }, state: { is } }) as unknown as Entry;

test.each<[string, Entry[], number[][]]>([
  ['two replays of one map', [entry(1, 'a'), entry(2, 'a')], [[1, 2]]],
  ['one replay', [entry(1, 'a')], []],
  ['replays of two maps', [entry(1, 'a'), entry(2, 'b')], []],
  ['two replays of one map, and one of another between them', [entry(1, 'a'), entry(2, 'b'), entry(3, 'a')], [[1, 3]]],
  [
    'two replays of each of two maps',
    [entry(1, 'a'), entry(2, 'b'), entry(3, 'a'), entry(4, 'b')],
    [
      [1, 3],
      [2, 4],
    ],
  ],
  ['a replay that is still being read', [entry(1, 'a'), entry(2, 'a'), entry(3, null, 'reading')], [[1, 2]]],
  ['files that are no replays', [entry(1, null, 'rejected'), entry(2, null, 'rejected')], []],
  [
    'two new replays of another map than an uploaded one',
    [entry(1, 'b', 'uploaded'), entry(2, 'a'), entry(3, 'a')],
    [[2, 3]],
  ],
  ['a new replay of the map of an uploaded one', [entry(1, 'a', 'uploaded'), entry(2, 'a')], []],
  [
    'uploaded replays of one map, and a file that is no replay',
    [entry(1, 'a', 'uploaded'), entry(2, null, 'rejected'), entry(3, 'a', 'uploaded')],
    [[1, 3]],
  ],
])('%s', (_, entries, expected) => {
  expect(groupByMap(entries).map((group) => group.map(({ id }) => id))).toEqual(expected);
});
