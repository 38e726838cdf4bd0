import { describe, expect, test } from 'vitest';
import { strainsOverTime } from '../../src/game/analytics/index.ts';
import { realMsBetween, uninheritedPointAt } from '../../src/game/beatmap/index.ts';
import { findMoments, type MomentsInput, momentKinds, type Period } from '../../src/game/moments/index.ts';
import { createRosuPp } from '../../src/game/pp/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { judgePair, realPairs } from '../support/replays/real-pairs.ts';

describe.runIf(sharedData !== null)('the moments of real plays', () => {
  const rating = createRosuPp();
  const plays = realPairs().map((pair) => {
    const { osu, mods, play, mistakes } = judgePair(pair);
    const strains = strainsOverTime(play.map, rating.strains({ osu, mods }));
    return { id: pair.id, input: { play, mistakes, strains } satisfies MomentsInput };
  });

  test.each(momentKinds)('of the kind %s are in order, apart, and in the play', (kind) => {
    for (const { id, input } of plays) {
      const { objects, songClock } = input.play.map;
      let last = Number.NEGATIVE_INFINITY;
      for (const { start, end } of findMoments(kind, input)) {
        expect(start, id).toBeGreaterThan(last);
        expect(realMsBetween(songClock, start, end), id).toBeGreaterThan(1_000);
        expect(start, id).toBeGreaterThanOrEqual(objects[0]!.startTime - input.play.map.preempt);
        last = end;
      }
    }
  });

  test('around mistakes contain every mistake', () => {
    for (const { id, input } of plays) {
      const periods = findMoments('mistakes', input);
      const isShown = (t: number) => periods.some(({ start, end }) => t >= start && t <= end);
      expect([id, input.mistakes.filter(({ time }) => !isShown(time))]).toEqual([id, []]);
    }
  });

  test('of the kind highlights fill most of 30 seconds and are cut where a bar starts', () => {
    for (const { id, input } of plays) {
      const { map } = input.play;
      const periods = findMoments('highlights', input);
      const seconds = sum(periods, ({ start, end }) => realMsBetween(map.songClock, start, end) / 1000);
      expect(seconds, id).toBeLessThanOrEqual(30);
      expect(seconds, id).toBeGreaterThan(Math.min(20, 0.9 * lengthOf(input)));
      for (const t of periods.length === 1 ? [] : periods.flatMap(({ start, end }) => [start, end])) {
        const { time, beatLength } = uninheritedPointAt(map.timing, t)!;
        const beats = (t - time) / (beatLength / 4);
        expect(Math.abs(beats - Math.round(beats)), `${id} at ${t}`).toBeLessThan(1e-3);
      }
    }
  });

  test('exist: the hardest part in every play, the best passage in most of 20 seconds or more', () => {
    const long = plays.filter(({ input }) => lengthOf(input) >= 20);
    const count = (kind: (typeof momentKinds)[number], among = plays) =>
      among.filter(({ input }) => findMoments(kind, input).length > 0).length;
    const withoutBreak = plays.filter(({ input: { play } }) =>
      play.totals.combo.every((combo, i) => combo >= (play.totals.combo[i - 1] ?? 0)),
    ).length;
    expect(count('hardest')).toBe(plays.length);
    expect(count('highlights')).toBe(plays.length);
    expect(count('best', long)).toBeGreaterThan(0.9 * long.length);
    expect(count('first_miss')).toBe(plays.length - withoutBreak);
  });
});

function lengthOf({ play: { map } }: MomentsInput): number {
  const ends = map.objects.map(({ endTime }) => endTime);
  return realMsBetween(map.songClock, map.objects[0]!.startTime, Math.max(...ends)) / 1000;
}

function sum(periods: readonly Period[], value: (period: Period) => number): number {
  return periods.reduce((total, period) => total + value(period), 0);
}
