import { expect, test } from 'vitest';
import { type MarkedAnalytics, videoMarks } from './video-marks.ts';

const missAt = (t: number) => ({ t, x: 0, y: 0, object: 0 });
const players = (places: readonly object[]) =>
  places.map((place, i) => ({ missed: [missAt(i * 1000)], ...place })) as unknown as NonNullable<
    MarkedAnalytics['players']
  >;
const missesOf = (analytics: MarkedAnalytics) => videoMarks({ missed: [missAt(0)], ...analytics }).misses;

test('the seek bar of a knockout has the misses of the winner, whose objects are shown', () => {
  expect(
    missesOf({
      players: players([
        { place: 2, dropped_out_at: 500 },
        { place: 1, dropped_out_at: null },
      ]),
    }),
  ).toEqual([1000]);
});

test('the seek bar of other videos has the misses of the first player', () => {
  expect(missesOf({})).toEqual([0]);
  expect(missesOf({ players: players([{ place: 2 }, { place: 1 }]) })).toEqual([0]);
});
