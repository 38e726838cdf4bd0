import { expect, test } from 'vitest';
import { playOf, taps } from '../../../../test/support/replays/build-play.ts';
import { rateAt, realMsBetween } from '../../beatmap/index.ts';
import type { Play } from '../play.ts';

const starts = Array.from({ length: 40 }, (_, i) => 2000 + i * 300);
/** No two objects are stacked. */
const placeOf = (i: number): [number, number] => [50 + ((i * 53) % 400), 50 + ((i * 91) % 280)];
const objects = [...starts.map((time, i) => `${placeOf(i)},${time},1,0`), '256,192,15000,12,0,16000'];

/** A play whose hits are this late, in milliseconds; null for a miss. */
function playWith(lateness: (i: number) => number | null, settings: Record<string, unknown> = {}): Play {
  const hits = starts.flatMap((time, i): [number, number, number][] => {
    const late = lateness(i);
    return late === null ? [] : [[time + late, ...placeOf(i)]];
  });
  return playOf({ objects }, taps(hits, 17_000), {
    lazer: [
      { acronym: 'AS', settings },
      { acronym: 'NF', settings: {} },
    ],
  });
}

/** A second implementation: the game's update loop at one update per song millisecond. Returns real milliseconds. */
function published(play: Play, initial: number, until: number): number {
  const recent = Array.from({ length: 8 }, () => initial);
  const results = play.judgements.filter(({ part }) => part === 'circle');
  let target = initial;
  let rate = initial;
  let real = 0;
  for (let time = 0; time < until; time++) {
    real += 1 / rate;
    for (const { object, result } of results.filter((each) => each.time === time)) {
      const before = starts[object - 1];
      if (before === undefined) continue;
      const ratio = result === 'miss' ? 0.95 : (starts[object]! - before) / (time - before);
      const kept = result === 'miss' ? ratio : Math.min(1.11, Math.max(0.9, ratio));
      recent.splice(0, 1);
      recent.push(Math.min(2.5, Math.max(0.4, kept * rate)));
      let consistency = 0;
      for (let i = 1; i < 8; i++) consistency += Math.sign(recent[i]! - recent[i - 1]!);
      const mean = recent.reduce((a, b) => a + b) / 8;
      target = target + (mean - target) * (Math.abs(consistency) / 7);
    }
    rate = target + (rate - target) * 0.5 ** (1 / 50);
  }
  return real;
}

test.each([
  ['early', (i: number) => -10 - (i % 4)],
  ['late', (i: number) => 25 + (i % 3)],
  ['changing', (i: number) => Math.round(30 * Math.sin(i))],
  ['with misses', (i: number) => (i % 6 === 5 ? null : 12)],
] as const)('hits that are %s change the speed as a second implementation does [AD1] [AD2] [AD3]', (_, lateness) => {
  for (const initial of [1, 1.3]) {
    const play = playWith(lateness, { initial_rate: initial });
    for (const until of [4000, 9000, 14_500]) {
      const real = realMsBetween(play.map.songClock, 0, until);
      expect(Math.abs(real - published(play, initial, until))).toBeLessThan(3);
    }
  }
});

test('early hits speed the song up, late ones and misses slow it down; the first hit has no effect [AD1]', () => {
  const rate = (lateness: (i: number) => number | null, t: number) => rateAt(playWith(lateness).map.songClock, t);
  expect(rate(() => -20, 2250)).toBe(1);
  expect(rate(() => -20, 6000)).toBeGreaterThan(1.05);
  expect(rate(() => 40, 6000)).toBeLessThan(0.95);
  expect(rate((i) => (i === 0 ? 0 : null), 6000)).toBeLessThan(0.95);
  expect(rate(() => 0, 6000)).toBe(1);
});

test('the rate stays between 0.4 and 2.5 [AD2]', () => {
  const slow = playWith((i) => (i === 0 ? 0 : null), { initial_rate: 0.5 }).map.songClock;
  expect(Math.min(...slow.steps.map(({ rate }) => rate))).toBeGreaterThanOrEqual(0.4);
});
