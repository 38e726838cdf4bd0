import * as rosu from 'rosu-pp-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { syntheticMap } from '../../../test/support/beatmaps/synthetic-map.ts';
import { lazerMods, stableMods } from '../mods/index.ts';
import type { ScoredPlay, ScoredResult } from './pp.ts';
import { createRosuPp } from './rosu-pp.ts';

const pp = createRosuPp();
const ppOverTime = (...rated: Parameters<typeof pp.ofPlay>) => pp.ofPlay(...rated)?.ppOverTime;
const osu = syntheticMap(40);
const NM = stableMods(0);
const HARD_ROCK = stableMods(16);
const DOUBLE_TIME = stableMods(64);
const lazer = lazerMods([]);
const classic = lazerMods([{ acronym: 'CL', settings: {} }]);

/** 40 objects, 10 of them sliders with one tick: 30 + 10 · 3 combo. */
const perfect: ScoredResult = { n300: 40, n100: 0, n50: 0, misses: 0, maxCombo: 60, statistics: {} };
const withStatistics = (statistics: Record<string, number>) => ({ ...perfect, statistics });

describe('stars', () => {
  test('are those of rosu-pp-js under both rules', () => {
    const direct = new rosu.Difficulty({ lazer: false }).calculate(new rosu.Beatmap(osu)).stars;
    expect(direct).toBeGreaterThan(1);
    expect(pp.stars({ osu, mods: NM })).toBe(direct);
  });

  test('increase with mods that increase difficulty', () => {
    expect(pp.stars({ osu, mods: DOUBLE_TIME })!).toBeGreaterThan(pp.stars({ osu, mods: NM })!);
    expect(pp.stars({ osu, mods: HARD_ROCK })!).toBeGreaterThan(pp.stars({ osu, mods: NM })!);
  });

  test("depend on the settings of lazer's mods", () => {
    const at = (speed_change: number) => lazerMods([{ acronym: 'DT', settings: { speed_change } }]);
    const slower = pp.stars({ osu, mods: at(1.2) })!;
    expect(slower).toBeGreaterThan(pp.stars({ osu, mods: lazer })!);
    expect(slower).toBeLessThan(pp.stars({ osu, mods: at(1.5) })!);

    const larger = lazerMods([{ acronym: 'DA', settings: { circle_size: 0 } }]);
    expect(pp.stars({ osu, mods: larger })!).toBeLessThan(pp.stars({ osu, mods: lazer })!);
  });
});

describe('strains', () => {
  test('are those of rosu-pp-js', () => {
    const direct = new rosu.Difficulty({ lazer: false }).strains(new rosu.Beatmap(osu));
    const strains = pp.strains({ osu, mods: NM })!;
    expect(strains.sectionMs).toBe(direct.sectionLength);
    expect(strains.aim).toEqual(direct.aim);
    expect(strains.speed).toEqual(direct.speed);
    expect(Math.max(...strains.aim)).toBeGreaterThan(0);
  });

  test('are null for a file that is not a map', () => {
    expect(pp.strains({ osu: new Uint8Array(), mods: NM })).toBeNull();
  });
});

describe('pp of a whole play', () => {
  test('decrease with every mistake', () => {
    const perfectly = pp.final({ osu, mods: NM }, perfect)!;
    const withOk = pp.final({ osu, mods: NM }, { ...perfect, n300: 39, n100: 1 })!;
    const withMiss = pp.final({ osu, mods: NM }, { ...perfect, n300: 39, misses: 1, maxCombo: 30 })!;
    expect(perfectly).toBeGreaterThan(withOk);
    expect(withOk).toBeGreaterThan(withMiss);
    expect(withMiss).toBeGreaterThan(0);
  });

  test('of a play that stopped early are those of its part of the map', () => {
    const half = pp.final({ osu, mods: NM }, { ...perfect, n300: 20, maxCombo: 30 })!;
    expect(half).toBeLessThan(pp.final({ osu, mods: NM }, perfect)!);
    expect(pp.final({ osu, mods: NM }, { ...perfect, n300: 0, maxCombo: 0 })).toBe(0);
  });

  test.each([
    ['ends', lazer, { large_tick_hit: 10, slider_tail_hit: 10 }, { large_tick_hit: 10, slider_tail_hit: 5 }],
    ['ticks', lazer, { large_tick_hit: 10, slider_tail_hit: 10 }, { large_tick_hit: 5, slider_tail_hit: 10 }],
    ['classic heads', classic, { large_tick_hit: 20, small_tick_hit: 10 }, { large_tick_hit: 10, small_tick_hit: 10 }],
  ])('of lazer depend on missed slider %s', (_, mods, all, some) => {
    expect(pp.final({ osu, mods }, withStatistics(all))!).toBeGreaterThan(
      pp.final({ osu, mods }, withStatistics(some))!,
    );
  });

  test('of stable ignore statistics', () => {
    const without = pp.final({ osu, mods: NM }, perfect);
    expect(pp.final({ osu, mods: NM }, withStatistics({ large_tick_hit: 1 }))).toBe(without);
  });
});

describe('pp over time', () => {
  /** A judged play: one judgement per object, and two more for the tick and the end of each slider. */
  const circle: ScoredPlay['judgements'] = [{ part: 'circle', result: 'great' }];
  const slider: ScoredPlay['judgements'] = [
    { part: 'head', result: 'hit' },
    { part: 'tick', result: 'hit' },
    { part: 'end', result: 'hit' },
    { part: 'slider', result: 'great' },
  ];
  const judgements = Array.from({ length: 10 }, () => [circle, circle, circle, slider]).flat(2);
  const column = (list: ScoredPlay['judgements'], counts: (judgement: ScoredPlay['judgements'][number]) => boolean) => {
    let count = 0;
    return Uint32Array.from(list, (judgement) => (counts(judgement) ? ++count : count));
  };
  const none = new Uint32Array(judgements.length);
  const play: ScoredPlay = {
    judgements,
    totals: {
      n300: column(judgements, ({ result }) => result === 'great'),
      n100: none,
      n50: none,
      misses: none,
      maxCombo: column(judgements, ({ part }) => part !== 'slider'),
    },
    result: perfect,
  };

  test('change with each object and end with the pp of the whole play', () => {
    const ratings = ppOverTime({ osu, mods: NM }, play)!;
    expect(ratings).toHaveLength(judgements.length);
    expect(ratings.at(-1)).toBe(pp.final({ osu, mods: NM }, perfect));
    for (let i = 1; i < ratings.length; i++) {
      if (judgements[i]?.result === 'hit') expect(ratings[i]).toBe(ratings[i - 1]);
      else expect(ratings[i]).toBeGreaterThanOrEqual(ratings[i - 1]!);
    }
  });

  test('equal the pp of a play that stopped at that object', () => {
    const ratings = ppOverTime({ osu, mods: NM }, play)!;
    const middle = judgements.length / 2;
    const stopped = {
      ...perfect,
      n300: play.totals.n300[middle]!,
      maxCombo: play.totals.maxCombo[middle]!,
    };
    expect(ratings[middle]).toBeCloseTo(pp.final({ osu, mods: NM }, stopped)!, 6);
  });

  test('of lazer do not decrease while a slider is in progress', () => {
    const lazerSlider: ScoredPlay['judgements'] = [
      { part: 'head', result: 'great' },
      { part: 'tick', result: 'hit' },
      { part: 'end', result: 'hit' },
      { part: 'slider', result: 'hit' },
    ];
    const inLazer = Array.from({ length: 10 }, () => [circle, circle, circle, lazerSlider]).flat(2);
    const ratings = ppOverTime(
      { osu, mods: lazer },
      {
        judgements: inLazer,
        totals: {
          n300: column(inLazer, ({ result }) => result === 'great'),
          n100: none,
          n50: none,
          misses: none,
          maxCombo: column(inLazer, ({ part }) => part !== 'slider'),
        },
        result: withStatistics({ large_tick_hit: 10, slider_tail_hit: 10 }),
      },
    )!;
    for (let i = 1; i < ratings.length; i++) expect(ratings[i]).toBeGreaterThanOrEqual(ratings[i - 1]!);
  });

  test('of a very long map are rated at intervals and end with the pp of the whole play', () => {
    const objects = 4_000;
    const long: ScoredPlay['judgements'] = Array(objects).fill({ part: 'circle', result: 'great' });
    const counted = Uint32Array.from(long, (_, i) => i + 1);
    const zeros = new Uint32Array(objects);
    const result = { ...perfect, n300: objects, maxCombo: objects };
    const totals = { n300: counted, n100: zeros, n50: zeros, misses: zeros, maxCombo: counted };
    const map = { osu: syntheticMap(objects), mods: NM };
    const ratings = ppOverTime(map, { judgements: long, totals, result })!;
    expect(new Set(ratings).size).toBeLessThanOrEqual(objects / 2 + 1);
    expect(ratings.at(-1)).toBe(pp.final(map, result));
  });

  test('of a play without judgements are empty', () => {
    const totals = { n300: none, n100: none, n50: none, misses: none, maxCombo: none };
    expect(ppOverTime({ osu, mods: NM }, { judgements: [], totals, result: perfect })).toHaveLength(0);
  });
});

describe('a map that cannot be rated', () => {
  const text = new TextDecoder().decode(osu);
  const encode = (changed: string) => new TextEncoder().encode(changed);

  test.each([
    ['a map of another game mode', encode(text.replace('Mode: 0', 'Mode: 1'))],
    ['a map made to test the limits of the game', encode(`${text}${'256,192,1000,1,0\n'.repeat(2000)}`)],
    ['a file that is not a map', encode('PK\u0003\u0004')],
  ])('%s has neither stars nor pp', (_, bytes) => {
    expect(pp.stars({ osu: bytes, mods: NM })).toBeNull();
    expect(pp.final({ osu: bytes, mods: NM }, perfect)).toBeNull();
  });
});

describe('memory', () => {
  afterEach(() => vi.restoreAllMocks());

  test('of a map is freed, even if the map is not rated', () => {
    const free = vi.spyOn(rosu.Beatmap.prototype, 'free');
    pp.stars({ osu, mods: NM });
    pp.final({ osu, mods: NM }, perfect);
    expect(free).toHaveBeenCalledTimes(2);
  });
});
