import * as rosu from 'rosu-pp-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type MapSections, mapBytes } from '../../../test/support/beatmaps/map-text.ts';
import { mistakesOf, tapping } from '../../../test/support/mistakes/mistakes.ts';
import { modBit, modsFor, moving, type Playing, playOf, type Row } from '../../../test/support/replays/build-play.ts';
import { createRosuPp } from '../pp/index.ts';
import { costsOf } from './costs.ts';

const pp = createRosuPp();
const lazer: Playing = { lazer: [] };

/** Twenty circles, 300 ms and 60 pixels apart. */
const stream = Array.from({ length: 20 }, (_, i) => ({ time: 1000 + 300 * i, x: (i % 8) * 60 }));
const circles = { objects: stream.map(({ time, x }) => `${x},100,${time},1,0`) };
type Tap = readonly [time: number, x: number, y?: number];
const tapsOf = (change: (tap: Tap, i: number) => Tap) =>
  tapping(
    stream.map(({ time, x }, i) => change([time, x], i)),
    9000,
  );
const perfect = tapsOf((tap) => tap);
const withChange = (object: number, tap: (tap: Tap) => Tap) =>
  tapsOf((other, i) => (i === object ? tap(other) : other));
const late = ([time, x]: Tap): Tap => [time + 60, x];
const beside = ([time, x]: Tap): Tap => [time, x, 150];

function costs(map: MapSections, rows: readonly Row[], playing: Playing = {}) {
  const rating = { osu: mapBytes(map), mods: modsFor(playing), pp };
  return costsOf(playOf(map, rows, playing), mistakesOf(map, rows, playing), rating);
}

/** The pp of one play minus those of another. */
function ppBetween(map: MapSections, better: readonly Row[], worse: readonly Row[], playing: Playing = {}): number {
  const rated = { osu: mapBytes(map), mods: modsFor(playing) };
  const [a, b] = [better, worse].map((rows) => pp.final(rated, playOf(map, rows, playing).result)!);
  return a! - b!;
}

describe.each([
  ['stable', {}],
  ['lazer', lazer],
])('a mistake in %s', (_, playing) => {
  test('without a broken combo costs what its result is worth [MC19]', () => {
    const rows = withChange(9, late);
    const [cost, ...others] = costs(circles, rows, playing);
    expect(others).toEqual([]);
    expect(cost).toMatchObject({ object: 9, cause: 'timing', comboLost: 0 });
    expect(cost!.ppLost).toBeGreaterThan(0);
    expect(cost!.ppLost).toBeCloseTo(ppBetween(circles, perfect, rows, playing), 9);
  });

  test('that breaks the combo also costs the combo: its neighbours are joined [MC19]', () => {
    const rows = withChange(9, beside);
    const [cost, ...others] = costs(circles, rows, playing);
    expect(others).toEqual([]);
    expect(cost).toMatchObject({ object: 9, cause: 'aim', comboLost: 9 });
    expect(cost!.ppLost).toBeCloseTo(ppBetween(circles, perfect, rows, playing), 9);
  });

  test('is repaired alone: the combo stays broken at another [MC19]', () => {
    const both = tapsOf((tap, i) => (i === 5 || i === 9 ? beside(tap) : tap));
    const [first, second] = costs(circles, both, playing);
    expect(first).toMatchObject({ object: 5, comboLost: 5 });
    expect(second).toMatchObject({ object: 9, comboLost: 3 });
    expect(first!.ppLost).toBeCloseTo(ppBetween(circles, withChange(9, beside), both, playing), 9);
    expect(second!.ppLost).toBeCloseTo(ppBetween(circles, withChange(5, beside), both, playing), 9);
  });

  test('after a combo of 0 breaks none [MC19]', () => {
    expect(costs(circles, withChange(0, beside), playing)).toMatchObject([{ object: 0, comboLost: 0 }]);
  });
});

describe('a slider', () => {
  /** Two sliders of 200 pixels and 1,000 ms with a tick in the middle, and circles around them. */
  const sliders = {
    objects: [
      '100,100,1000,1,0',
      '100,100,1500,2,0,L|300:100,1,200',
      '100,100,3000,2,0,L|300:100,1,200',
      '100,100,4500,1,0',
    ],
  };
  const ballX = (t: number) => 100 + Math.min(Math.max(t < 2750 ? t - 1500 : t - 3000, 0), 1000) / 5;
  /** Follows both sliders, except in the given time. */
  const following = (from = 0, to = 0): Row[] =>
    moving(500, 5500, 10, (t) => {
      const held =
        (t >= 1000 && t < 1010) || (t >= 1500 && t < 2550) || (t >= 3000 && t < 4050) || (t >= 4500 && t < 4510);
      const isAway = t >= from && t < to;
      return [t < 1490 || t > 4100 ? 100 : ballX(t), isAway ? 300 : 100, held && !isAway ? 1 : 0];
    });

  test.each([
    ['a tick', 1900, 2100, {}],
    ['an end', 2300, 2600, {}],
    ['a tick', 1900, 2100, { lazer: ['CL'] }],
    ['an end', 2300, 2600, { lazer: ['CL'] }],
    ['a tick', 1900, 2100, { modBits: modBit.V2 }],
  ])('that only missed %s is repaired as a whole [MC19]', (_, from, to, playing: Playing) => {
    const rows = following(from, to);
    const found = costs(sliders, rows, playing);
    expect(found.length).toBeGreaterThan(0);
    const better = ppBetween(sliders, following(), rows, playing);
    expect(better).toBeGreaterThan(0);
    for (const { ppLost } of found) expect(ppLost).toBeCloseTo(better, 9);
  });

  test.each([
    ['tick', 1900, 2100],
    ['end', 2300, 2600],
  ])('of lazer that missed its %s has one mistake [MC19]', (part, from, to) => {
    const rows = following(from, to);
    const found = costs(sliders, rows, lazer);
    expect(found).toMatchObject([{ part }]);
    expect(found[0]!.ppLost).toBeCloseTo(ppBetween(sliders, following(), rows, lazer), 9);
  });

  test('that ends before its head is missed has the same cost for the head as for the whole [MC19]', () => {
    // The slider ends after 100 ms, the head is missed after 150 ms. With a 100, the combo matters for the pp.
    const short = {
      difficulty: ['OverallDifficulty:5', 'SliderMultiplier:2'],
      objects: [
        ...[1000, 1500, 2000].map((time) => `100,100,${time},1,0`),
        '100,100,3000,2,0,L|140:100,1,40',
        '100,100,4000,1,0',
      ],
    };
    const played = (isHeadHit: boolean): Row[] =>
      moving(500, 4500, 5, (t) => {
        const isOnSlider = t >= 2900 && t < 3200;
        const held = [1060, 1500, 2000, 4000].some((start) => t >= start && t < start + 10) || (t >= 2990 && t < 3110);
        return [isOnSlider && !isHeadHit && t < 3000 ? 150 : isOnSlider ? 120 : 100, 100, held ? 1 : 0];
      });
    const found = costs(short, played(false)).filter(({ object }) => object === 3);
    expect(found.map(({ part }) => part)).toEqual(['slider', 'head']);
    const better = ppBetween(short, played(true), played(false));
    for (const { ppLost } of found) expect(ppLost).toBeCloseTo(better, 9);
  });

  test('with two missed parts is repaired part by part or as a whole [MC19]', () => {
    const rows = following(1900, 2600);
    const [tick, whole] = costs(sliders, rows);
    expect([tick?.part, whole?.part]).toEqual(['tick', 'slider']);
    expect([tick?.comboLost, whole?.comboLost]).toEqual([2, 0]);
    expect(whole!.ppLost).toBeCloseTo(ppBetween(sliders, following(), rows), 9);
    expect(tick!.ppLost).toBeCloseTo(ppBetween(sliders, following(2300, 2600), rows), 9);
    expect(tick!.ppLost).toBeLessThan(whole!.ppLost!);
  });
});

describe('the rating', () => {
  afterEach(() => vi.restoreAllMocks());

  test('of all mistakes computes the difficulty of the map once [MC19]', () => {
    const difficulty = vi.spyOn(rosu.Difficulty.prototype, 'calculate');
    const rows = tapsOf((tap, i) => (i % 2 === 0 ? late(tap) : beside(tap)));
    expect(costs(circles, rows)).toHaveLength(20);
    expect(difficulty).toHaveBeenCalledTimes(1);
  });

  test('of a map that cannot be rated is null, and the combo is known [MC19]', () => {
    const taiko = { ...circles, general: ['Mode: 1'] };
    const rows = withChange(9, beside);
    const rating = { osu: mapBytes(taiko), mods: modsFor({}), pp };
    const found = costsOf(playOf(circles, rows), mistakesOf(circles, rows), rating);
    expect(found).toMatchObject([{ comboLost: 9, ppLost: null }]);
  });

  test('of a play without mistakes is empty', () => {
    expect(costs(circles, perfect)).toEqual([]);
  });
});
