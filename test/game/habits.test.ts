import { describe, expect, test } from 'vitest';
import { type HabitSums, habitSumsOf, habitsOf, mergeHabitSums } from '../../src/game/habits/index.ts';
import { timingSummaryOf } from '../../src/game/play/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { judgePair, realPairs } from '../support/replays/real-pairs.ts';

describe.runIf(sharedData !== null)('the habits of real plays', () => {
  // A part of them: all are judged in pairs.test.ts.
  const plays = realPairs()
    .filter((_, i) => i % 5 === 0)
    .map((pair) => {
      const { mods, play } = judgePair(pair);
      return { id: pair.id, play, sums: habitSumsOf(play, mods) };
    });

  test('have the unstable rate and the hits of the judge', () => {
    for (const { id, play, sums } of plays) {
      const hits = play.judgements.filter(({ hitError, result }) => hitError !== null && result !== 'miss');
      const { timing, aim } = habitsOf(sums);
      expect([id, timing?.hits, aim?.hits]).toEqual([id, hits.length, hits.length]);
      expect([id, timing?.unstable_rate ?? 0]).toEqual([
        id,
        expect.closeTo(timingSummaryOf(play)?.unstableRate ?? 0, 1),
      ]);
    }
  });

  test('have each hit in one bin, and each press at one key', () => {
    for (const { id, play, sums } of plays) {
      const { timing, keys } = habitsOf(sums);
      const count = (bins: readonly { readonly hits: number }[]) => bins.reduce((sum, { hits }) => sum + hits, 0);
      expect([id, count(timing!.over_play)]).toEqual([id, timing!.hits]);
      // The first object and those after spinners have no object before them.
      expect(count(timing!.by_spacing)).toBeGreaterThan(0.9 * timing!.hits - 2);
      expect(count(timing!.by_tempo)).toBeLessThanOrEqual(count(timing!.by_spacing));
      expect([id, keys!.left.presses + keys!.right.presses]).toEqual([id, play.presses.length]);
      expect([id, keys!.left.hits + keys!.right.hits]).toEqual([id, timing!.hits]);
    }
  });

  test('add up in any order', () => {
    const merged = (sums: readonly HabitSums[]) => habitsOf(sums.reduce(mergeHabitSums));
    const sums = plays.map((play) => play.sums);
    expect(merged(sums.toReversed())).toEqual(merged(sums));
  });
});
