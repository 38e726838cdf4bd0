import * as rosu from 'rosu-pp-js';
import { isWholeObject } from '../play/index.ts';
import type { PlayRating, PpCalculator, RatedMap, ScoredPlay, ScoredResult, Strains } from './pp.ts';
import { rosuMods } from './rosu-mods.ts';
import { sliderHits, sliderHitsOverTime } from './slider-hits.ts';

/** The date of the osu! pp formulas that rosu-pp-js implements; show it beside the numbers. */
export const ppVersion = '2025-03-06';

/** Creates a calculator that uses rosu-pp-js. It blocks the thread, so use it in child processes and commands only. */
export function createRosuPp(): PpCalculator {
  return {
    stars: (rated) => withMap(rated, (map) => starsOf(map, rated)),
    final: (rated, result) => withMap(rated, (map) => finalPp(map, rated, result)),
    each: (rated, results) => withMap(rated, (map) => eachPp(map, rated, results)),
    ofPlay: (rated, play) => withMap(rated, (map) => ratingOfPlay(map, rated, play)),
    strains: (rated) => withMap(rated, (map) => strainsOf(map, rated)),
  };
}

function starsOf(map: rosu.Beatmap, { mods }: RatedMap): number {
  return using(new rosu.Difficulty(rosuMods(mods)), (difficulty) =>
    using(difficulty.calculate(map), (attributes) => attributes.stars),
  );
}

function strainsOf(map: rosu.Beatmap, { mods }: RatedMap): Strains {
  const none = new Float64Array();
  return using(new rosu.Difficulty(rosuMods(mods)), (difficulty) =>
    using(difficulty.strains(map), ({ sectionLength, aim = none, speed = none }) => ({
      sectionMs: sectionLength,
      aim,
      speed,
    })),
  );
}

function finalPp(map: rosu.Beatmap, rated: RatedMap, result: ScoredResult): number {
  return judgedObjects(result) === 0 ? 0 : ppOf(map, rated, result);
}

/** Results with the same number of judged objects share their difficulty, and equal results their rating. */
function eachPp(map: rosu.Beatmap, rated: RatedMap, results: readonly ScoredResult[]): Float64Array {
  const difficulties = new Map<number, rosu.DifficultyAttributes>();
  const ratings = new Map<string, number>();
  const rate = (result: ScoredResult): number => {
    const passedObjects = judgedObjects(result);
    if (passedObjects === 0) return 0;
    const difficulty =
      difficulties.get(passedObjects) ??
      using(new rosu.Difficulty({ ...rosuMods(rated.mods), passedObjects }), (settings) => settings.calculate(map));
    difficulties.set(passedObjects, difficulty);
    return ppOf(difficulty, rated, result);
  };
  try {
    return Float64Array.from(results, (result) => {
      const key = JSON.stringify(result);
      const rating = ratings.get(key) ?? rate(result);
      ratings.set(key, rating);
      return rating;
    });
  } finally {
    for (const difficulty of difficulties.values()) difficulty.free();
  }
}

function judgedObjects({ n300, n100, n50, misses }: ScoredResult): number {
  return n300 + n100 + n50 + misses;
}

function ppOf(map: rosu.MapOrAttributes, { mods }: RatedMap, result: ScoredResult): number {
  const hits = sliderHits(mods, result.statistics);
  const settings: rosu.PerformanceArgs = {
    ...rosuMods(mods),
    passedObjects: judgedObjects(result),
    combo: result.maxCombo,
    n300: result.n300,
    n100: result.n100,
    n50: result.n50,
    misses: result.misses,
    largeTickHits: hits.large,
    smallTickHits: hits.small,
    sliderEndHits: hits.ends,
  };
  return using(new rosu.Performance(settings), (performance) =>
    using(performance.calculate(map), (attributes) => attributes.pp),
  );
}

function ratingOfPlay(map: rosu.Beatmap, rated: RatedMap, play: ScoredPlay): PlayRating {
  return using(new rosu.Difficulty(rosuMods(rated.mods)), (settings) =>
    using(settings.calculate(map), (difficulty) => {
      const ppOverTime = gradualPp(map, settings, { ...play, mods: rated.mods });
      // The difficulty is that of the whole map, and a play that stopped early is rated with that of its part.
      const isWhole = judgedObjects(play.result) === map.nObjects;
      const pp = isWhole ? ppOf(difficulty, rated, play.result) : finalPp(map, rated, play.result);
      if (ppOverTime.length > 0) ppOverTime[ppOverTime.length - 1] = pp;
      return { stars: difficulty.stars, ppOverTime };
    }),
  );
}

/** The cost of one rating grows with the number of objects; above this total, fewer judgements are rated. */
const maxProcessedObjects = 10_000_000;

/**
 * Rates only when no slider is in progress: the points of a lazer slider between its head and its end would count as
 * missed. Judgements in between, and those that a very long map skips, get the last rating.
 */
function gradualPp(
  map: rosu.Beatmap,
  difficulty: rosu.Difficulty,
  { judgements, totals, mods }: ScoredPlay & Pick<RatedMap, 'mods'>,
): Float64Array {
  const ratings = new Float64Array(judgements.length);
  const stride = Math.ceil(map.nObjects ** 2 / maxProcessedObjects);
  const hits = sliderHitsOverTime(mods, judgements);
  using(difficulty.gradualPerformance(map), (gradual) => {
    let rating = 0;
    let passed = 0;
    let finished = 0;
    for (const [i, judgement] of judgements.entries()) {
      if (isWholeObject(judgement)) finished++;
      const judged =
        valueAt(totals.n300, i) + valueAt(totals.n100, i) + valueAt(totals.n50, i) + valueAt(totals.misses, i);
      if (judged === finished && judged >= passed + stride) {
        const state: rosu.ScoreState = {
          maxCombo: valueAt(totals.maxCombo, i),
          n300: valueAt(totals.n300, i),
          n100: valueAt(totals.n100, i),
          n50: valueAt(totals.n50, i),
          misses: valueAt(totals.misses, i),
          osuLargeTickHits: valueAt(hits.large, i),
          osuSmallTickHits: valueAt(hits.small, i),
          sliderEndHits: valueAt(hits.ends, i),
        };
        // The argument counts from zero: 0 is the next object.
        const attributes = gradual.nth(state, judged - passed - 1);
        if (attributes !== undefined) rating = using(attributes, ({ pp }) => pp);
        passed = judged;
      }
      ratings[i] = rating;
    }
  });
  return ratings;
}

function valueAt(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}

function withMap<T>({ osu, mods }: RatedMap, work: (map: rosu.Beatmap) => T): T | null {
  // The file has the objects where they were before the mods moved or replaced them.
  if (mods.conversion.random !== null || mods.conversion.targetPractice !== null) return null;
  const map = parse(osu);
  return map === null ? null : using(map, () => (canBeRated(map) ? work(map) : null));
}

function canBeRated(map: rosu.Beatmap): boolean {
  return map.mode === rosu.GameMode.Osu && map.nObjects > 0 && !map.isSuspicious();
}

/** Null if rosu-pp-js cannot parse the map; the render continues without a rating. */
function parse(osu: Uint8Array): rosu.Beatmap | null {
  try {
    return new rosu.Beatmap(osu);
  } catch {
    return null;
  }
}

/** Objects of rosu-pp-js are in WebAssembly memory and are not garbage collected. */
function using<Resource extends { free(): void }, T>(resource: Resource, work: (resource: Resource) => T): T {
  try {
    return work(resource);
  } finally {
    resource.free();
  }
}
