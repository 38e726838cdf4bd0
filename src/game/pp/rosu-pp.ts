import * as rosu from 'rosu-pp-js';
import type { PpCalculator, RatedMap, ScoredPlay, ScoredResult, Strains } from './pp.ts';
import { rosuMods } from './rated-mods.ts';
import { sliderHits, sliderHitsOverTime } from './slider-hits.ts';

/** The formulas that rosu-pp-js has: those osu! has used since this day. Show it beside the numbers. */
export const ppVersion = '2025-03-06';

/** Rates with rosu-pp-js. It holds the thread and wasm memory while it works: for child processes and commands only. */
export function createRosuPp(): PpCalculator {
  return {
    stars: (rated) => withMap(rated, (map) => starsOf(map, rated)),
    final: (rated, result) => withMap(rated, (map) => finalPp(map, rated, result)),
    overTime: (rated, play) => withMap(rated, (map) => ppOverTime(map, rated, play)),
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

function finalPp(map: rosu.Beatmap, { mods }: RatedMap, result: ScoredResult): number {
  const judged = result.n300 + result.n100 + result.n50 + result.misses;
  if (judged === 0) return 0;
  const hits = sliderHits(mods, result.statistics);
  const settings: rosu.PerformanceArgs = {
    ...rosuMods(mods),
    passedObjects: judged,
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

/** One rating takes as long as the map is: so many objects are gone through for a play, and then fewer are rated. */
const maxProcessedObjects = 10_000_000;

/**
 * Rated is whenever no object is under way: the points of a lazer slider whose head is judged and whose end is not would
 * count as missed. In between, and between the objects that are rated of a very long map, the last rating holds.
 */
function ppOverTime(map: rosu.Beatmap, rated: RatedMap, { judgements, totals, result }: ScoredPlay): Float64Array {
  const along = new Float64Array(judgements.length);
  const stride = Math.ceil(map.nObjects ** 2 / maxProcessedObjects);
  const hits = sliderHitsOverTime(rated.mods, judgements);
  using(new rosu.Difficulty(rosuMods(rated.mods)), (difficulty) =>
    using(difficulty.gradualPerformance(map), (gradual) => {
      let rating = 0;
      let passed = 0;
      let finished = 0;
      for (const [i, { part }] of judgements.entries()) {
        if (part === 'circle' || part === 'slider' || part === 'spinner') finished++;
        const judged = totals.n300[i]! + totals.n100[i]! + totals.n50[i]! + totals.misses[i]!;
        if (judged === finished && judged >= passed + stride) {
          const state: rosu.ScoreState = {
            maxCombo: totals.maxCombo[i]!,
            n300: totals.n300[i]!,
            n100: totals.n100[i]!,
            n50: totals.n50[i]!,
            misses: totals.misses[i]!,
            osuLargeTickHits: hits.large[i]!,
            osuSmallTickHits: hits.small[i]!,
            sliderEndHits: hits.ends[i]!,
          };
          // Counts from zero, so that the next object is 0.
          const attributes = gradual.nth(state, judged - passed - 1);
          if (attributes !== undefined) rating = using(attributes, ({ pp }) => pp);
          passed = judged;
        }
        along[i] = rating;
      }
    }),
  );
  if (along.length > 0) along[along.length - 1] = finalPp(map, rated, result);
  return along;
}

function withMap<T>({ osu }: RatedMap, work: (map: rosu.Beatmap) => T): T | null {
  const map = parse(osu);
  return map === null ? null : using(map, () => (canBeRated(map) ? work(map) : null));
}

function canBeRated(map: rosu.Beatmap): boolean {
  return map.mode === rosu.GameMode.Osu && map.nObjects > 0 && !map.isSuspicious();
}

/** It reads nearly everything as some map; what it does not read has no rating, which is no reason to stop a render. */
function parse(osu: Uint8Array): rosu.Beatmap | null {
  try {
    return new rosu.Beatmap(osu);
  } catch {
    return null;
  }
}

/** Everything of rosu-pp-js lies in wasm memory that no garbage collector knows. */
function using<Resource extends { free(): void }, T>(resource: Resource, work: (resource: Resource) => T): T {
  try {
    return work(resource);
  } finally {
    resource.free();
  }
}
