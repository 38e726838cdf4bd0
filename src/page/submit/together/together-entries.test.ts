import { expect, test } from 'vitest';
import type { Entry } from '../upload-queue.ts';
import { togetherEntries } from './together-entries.ts';

const entry = (id: number, beatmapMd5: string | null, is: 'reading' | 'ready' | 'uploaded' = 'ready') =>
  ({ id, summary: beatmapMd5 === null ? null : { beatmapMd5 }, state: { is } }) as unknown as Entry;

test.each<[string, Entry[], number[] | null]>([
  ['two replays of one map', [entry(1, 'a'), entry(2, 'a')], [1, 2]],
  ['one replay', [entry(1, 'a')], null],
  ['replays of two maps', [entry(1, 'a'), entry(2, 'b')], null],
  ['a replay that is still being read', [entry(1, 'a'), entry(2, null, 'reading')], null],
  ['a file that is no replay', [entry(1, null), entry(2, null)], null],
  [
    'two new replays of another map than an uploaded one',
    [entry(1, 'b', 'uploaded'), entry(2, 'a'), entry(3, 'a')],
    [2, 3],
  ],
])('%s', (_, entries, expected) => {
  expect(togetherEntries(entries)?.map(({ id }) => id) ?? null).toEqual(expected);
});
