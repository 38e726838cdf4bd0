import { describe, expect, test } from 'vitest';
import type { MapSections } from '../../../test/support/beatmaps/map-text.ts';
import { modBit, moving, type Playing, playOf, untouched } from '../../../test/support/replays/build-play.ts';
import { findHardest } from './hardest.ts';
import { findMoments, type MomentsInput, momentKinds, proposeMoments } from './index.ts';

const circlesAt = (times: readonly number[]) => times.map((time) => `256,192,${time},1,0`);
const everySecond = (from: number, until: number) =>
  Array.from({ length: (until - from) / 1000 + 1 }, (_, i) => from + i * 1000);

/** A play that hits all circles but those at some times, with a bar of two seconds from 0 on. */
function input(
  times: readonly number[],
  changes: Partial<MomentsInput> & { missed?: readonly number[]; map?: MapSections; playing?: Playing } = {},
): MomentsInput {
  const { missed = [], map = {}, playing = { modBits: modBit.NF }, ...others } = changes;
  const isPressed = (t: number) => times.includes(t) && !missed.includes(t);
  const presses = moving(0, times.at(-1)! + 2000, 50, (t) => [256, 192, isPressed(t) ? 1 : 0]);
  const play = playOf({ objects: circlesAt(times), ...map }, presses, playing);
  const mistakes = play.judgements.filter(({ result }) => result !== 'great');
  return { play, mistakes, strains: [], ...others };
}

/** Strain sections of 400 ms that are hard in some periods. */
const strainsWith = (until: number, hard: readonly (readonly [from: number, to: number, strain: number])[]) =>
  Array.from({ length: Math.ceil(until / 400) }, (_, i) => {
    const t = i * 400;
    const strain = hard.find(([from, to]) => t >= from && t < to)?.[2] ?? 1;
    return { t, aim: strain / 2, speed: strain / 2 };
  });

const minute = everySecond(2000, 60_000);

describe('mistakes', () => {
  test('are shown with two seconds before and after their judgement', () => {
    // The window of a circle ends 150 ms after its time, and the cursor is recorded every 50 ms.
    expect(findMoments('mistakes', input(minute, { missed: [10_000, 30_000] }))).toEqual([
      { start: 8200, end: 12_200 },
      { start: 28_200, end: 32_200 },
    ]);
  });

  test.each([
    [14_000, [{ start: 8200, end: 16_200 }]],
    [
      15_000,
      [
        { start: 8200, end: 12_200 },
        { start: 13_200, end: 17_200 },
      ],
    ],
  ])('that are close become one period: at 10,000 and %d', (second, periods) => {
    expect(findMoments('mistakes', input(minute, { missed: [10_000, second] }))).toEqual(periods);
  });

  test('last two real seconds at the speed of the play', () => {
    const playing = { modBits: modBit.DT | modBit.NF };
    expect(findMoments('mistakes', input(minute, { missed: [10_000], playing }))).toEqual([
      { start: 7200, end: 13_200 },
    ]);
  });

  test('end with the play, and begin with its first object', () => {
    expect(findMoments('mistakes', input([2000, 3000, 4000], { missed: [2000, 4000] }))).toEqual([
      { start: 800, end: 5500 },
    ]);
  });

  test('after a failure are not shown', () => {
    const play = playOf({ objects: circlesAt(minute) }, untouched, {});
    expect(play.failedAt).not.toBeNull();
    const mistakes = play.judgements.map(({ object, time }) => ({ object, time }));
    const periods = findMoments('mistakes', { play, mistakes, strains: [] });
    expect(periods.at(-1)!.end).toBeLessThanOrEqual(play.failedAt! + 1500);
  });
});

describe('hardest', () => {
  test('is the period of twenty seconds with the highest strain', () => {
    const strains = strainsWith(60_000, [[30_000, 46_000, 9]]);
    const [period, ...others] = findMoments('hardest', input(minute, { strains }));
    expect(others).toEqual([]);
    expect(period!.end - period!.start).toBe(20_000);
    expect(period!.start).toBeLessThanOrEqual(30_000);
    expect(period!.end).toBeGreaterThanOrEqual(46_000);
  });

  test('is twenty real seconds at the speed of the play', () => {
    const playing = { modBits: modBit.DT | modBit.NF };
    const [period] = findMoments('hardest', input(minute, { strains: strainsWith(60_000, []), playing }));
    expect(period!.end - period!.start).toBe(30_000);
  });

  test('is the whole play if it is shorter', () => {
    expect(findMoments('hardest', input([2000, 3000, 4000]))).toEqual([{ start: 800, end: 5500 }]);
  });

  test('is where most objects are if the map has no rating', () => {
    const dense = Array.from({ length: 60 }, (_, i) => 35_000 + i * 250);
    const times = [...everySecond(2000, 34_000), ...dense, ...everySecond(51_000, 90_000)];
    const [period] = findMoments('hardest', input(times));
    expect(period!.start).toBeLessThanOrEqual(35_000);
    expect(period!.end).toBeGreaterThanOrEqual(49_750);
  });
});

describe('best', () => {
  const strains = strainsWith(60_000, [
    [10_000, 20_000, 9],
    [30_000, 44_000, 9],
  ]);

  test('is the longest hard passage without a mistake', () => {
    const [period] = findMoments('best', input(minute, { strains }));
    expect(period!.start).toBeGreaterThan(28_000);
    expect(period!.start).toBeLessThanOrEqual(30_000);
    expect(period!.end).toBeGreaterThanOrEqual(43_600);
    expect(period!.end).toBeLessThan(46_000);
  });

  test('is another one if the longest has a mistake in its middle', () => {
    const [period] = findMoments('best', input(minute, { strains, missed: [37_000] }));
    expect(period!.start).toBeLessThanOrEqual(10_000);
    expect(period!.end).toBeGreaterThanOrEqual(19_600);
    expect(period!.end).toBeLessThan(22_000);
  });

  test('ends before the object of the next mistake and starts after the judgement of the last', () => {
    const [period] = findMoments('best', input(minute, { strains, missed: [31_000, 43_000] }));
    expect(period).toEqual({ start: 31_200, end: 43_000 });
  });

  test('does not exist if every hard passage has a mistake every second', () => {
    expect(findMoments('best', input(minute, { strains, missed: minute }))).toEqual([]);
  });
});

describe('highlights', () => {
  const strains = strainsWith(120_000, [
    [20_000, 28_000, 9],
    [50_000, 54_000, 8],
    [80_000, 92_000, 7],
  ]);
  const long = everySecond(2000, 120_000);

  test('are the hardest parts, which start and end with a bar, up to a length', () => {
    const periods = findMoments('highlights', input(long, { strains, maxHighlightsMs: 16_000 }));
    expect(periods).toEqual([
      { start: 20_000, end: 28_000 },
      { start: 50_000, end: 54_000 },
      { start: 80_000, end: 84_000 },
    ]);
  });

  test('prefer parts without a mistake', () => {
    const periods = findMoments('highlights', input(long, { strains, maxHighlightsMs: 8_000, missed: [22_000] }));
    expect(periods).toEqual([
      { start: 24_000, end: 28_000 },
      { start: 50_000, end: 54_000 },
    ]);
  });

  test('follow the timing points of the map', () => {
    const map = { timing: ['150,400,4,1,0,100,1,0', '40330,450,3,1,0,100,1,0'] };
    const periods = findMoments('highlights', input(long, { strains, maxHighlightsMs: 30_000, map }));
    expect(periods.length).toBeGreaterThan(1);
    for (const t of periods.flatMap(({ start, end }) => [start, end])) {
      const [origin, bar] = t < 40_330 ? [150, 1600] : [40_330, 1350];
      expect(((t - origin) / bar) % 1, String(t)).toBeCloseTo(0, 6);
    }
  });

  test.each([
    ['far too short beats', '0,6,4,1,0,100,1,0'],
    ['far too long beats', '0,60000,4,1,0,100,1,0'],
    ['no timing points', ''],
  ])('exist with %s', (_, line) => {
    const map = { timing: line === '' ? [] : [line] };
    const periods = findMoments('highlights', input(long, { strains, maxHighlightsMs: 20_000, map }));
    const total = periods.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(total).toBeGreaterThan(12_000);
    expect(total).toBeLessThanOrEqual(20_000);
  });

  test('of a play that is short enough are all of it', () => {
    expect(findMoments('highlights', input([2000, 3000, 4000]))).toEqual([{ start: 800, end: 5500 }]);
  });
});

describe('first_miss', () => {
  test('lasts from five seconds before the first miss to two seconds after it', () => {
    expect(findMoments('first_miss', input(minute, { missed: [20_000, 40_000] }))).toEqual([
      { start: 15_200, end: 22_200 },
    ]);
  });

  test('is the first break of the combo in a play without a miss', () => {
    const objects = [...circlesAt([2000, 3000]), '100,100,4000,2,0,L|300:100,1,200', ...circlesAt([8000, 9000])];
    const isPressed = (t: number) => [2000, 3000, 4000, 8000, 9000].includes(t);
    const rows = moving(0, 20_000, 50, (t) => [t === 4000 ? 100 : 256, t === 4000 ? 100 : 192, isPressed(t) ? 1 : 0]);
    // A tick every 500 ms: the slider is let go before the first one.
    const play = playOf({ objects, difficulty: ['SliderMultiplier:1', 'SliderTickRate:1'] }, rows);
    expect(play.result.misses).toBe(0);
    expect(findMoments('first_miss', { play, mistakes: [], strains: [] })).toEqual([{ start: 800, end: 6500 }]);
  });

  test('does not exist in a full combo', () => {
    expect(findMoments('first_miss', input(minute))).toEqual([]);
  });
});

test.each(momentKinds)('moments of the kind %s lie in the part of the song that is searched', (kind) => {
  const within = { start: 25_000, end: 50_000 };
  const strains = strainsWith(60_000, [[5_000, 20_000, 9]]);
  for (const { start, end } of findMoments(
    kind,
    input(minute, { missed: [10_000, 49_900, 30_000], strains, within }),
  )) {
    expect(start).toBeGreaterThanOrEqual(25_000);
    expect(end).toBeLessThanOrEqual(50_000);
    expect(end).toBeGreaterThan(start);
  }
});

test.each([
  [61_600, 90_000],
  [-10_000, 700],
])('a part of the song without the play, %d to %d, has no moments', (start, end) => {
  expect(proposeMoments(input(minute, { missed: minute, within: { start, end } }))).toEqual([]);
});

test('a map without objects has no moments', () => {
  const play = playOf({ objects: [] }, untouched);
  expect(proposeMoments({ play, mistakes: [], strains: [] })).toEqual([]);
});

test('all moments are proposed with their kinds', () => {
  const kinds = proposeMoments(input(minute, { missed: [10_000, 30_000] })).map(({ kind }) => kind);
  expect([...new Set(kinds)]).toEqual(momentKinds);
  expect(kinds.filter((kind) => kind === 'mistakes')).toHaveLength(2);
});

test('a spinner at the end that is weeks long is not searched', () => {
  let searched = 0;
  const mean = (from: number) => {
    searched++;
    return from >= 8000 && from < 9000 ? 2 : 1;
  };
  const hardness = { first: 0, sectionLength: 400, sections: 150, mean };
  const { map } = playOf({ objects: circlesAt([2000]) }, untouched);
  expect(findHardest(map, hardness, { start: 0, end: 2 ** 31 })).toEqual({ start: 8000, end: 28_000 });
  expect(searched).toBeLessThan(200);
});

test('a map that lasts for days is searched at once', () => {
  const times = [2000, 3000, ...Array.from({ length: 2000 }, (_, i) => 4000 + i * 1_000_000)];
  const { play } = input([2000], {});
  const objects = times.map((startTime, index) => ({ ...play.map.objects[0]!, index, startTime, endTime: startTime }));
  const mistakes = times.map((time, object) => ({ object, time }));
  const moments = proposeMoments({ play: { ...play, map: { ...play.map, objects } }, mistakes, strains: [] });
  expect(new Set(moments.map(({ kind }) => kind)).size).toBeGreaterThan(1);
});
