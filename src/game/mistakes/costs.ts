import type { Mods } from '../mods/index.ts';
import { isWholeObject, lazerScoringOf, type Play, statisticOf } from '../play/index.ts';
import type { PpCalculator, ScoredResult } from '../pp/index.ts';
import type { FoundMistake } from './mistake.ts';
import { createRepairedCombo } from './repaired-combo.ts';
import { comboChangeOf, createRepairs, type Repair } from './repairs.ts';

/** A mistake with what it cost. */
export interface CostlyMistake extends FoundMistake {
  /** The combo that it broke; 0 if it broke none. */
  readonly comboLost: number;
  /** The pp of the play if it alone had not been made, minus the pp of the play; null if the map cannot be rated. */
  readonly ppLost: number | null;
}

/** What rates the play: the bytes of its map, and the calculator. */
export interface CostRating {
  readonly osu: Uint8Array;
  readonly mods: Mods;
  readonly pp: Pick<PpCalculator, 'each'>;
}

/** Computes what each mistake cost (rule MC19). */
export function costsOf(play: Play, mistakes: readonly FoundMistake[], rating: CostRating): CostlyMistake[] {
  return rateMistakes(play, mistakes, rating).mistakes;
}

/** A play with what its mistakes cost. */
export interface RatedMistakes {
  /** The pp of the play; null if the map cannot be rated. */
  readonly pp: number | null;
  readonly mistakes: CostlyMistake[];
}

/** Rates a play and its mistakes together, which is faster than one after the other. */
export function rateMistakes(play: Play, mistakes: readonly FoundMistake[], rating: CostRating): RatedMistakes {
  const { mods, osu } = rating;
  const { combo } = play.totals;
  const repairsOf = createRepairs(play, mistakes, mods);
  const comboOf = createRepairedCombo(play, comboChangeOf(play, mods));
  const repaired = mistakes.map((mistake) => {
    const repairs = repairsOf(mistake);
    return { ...repairedResult(play, repairs, mods), maxCombo: comboOf(repairs) };
  });
  const ratings = rating.pp.each({ osu, mods }, [play.result, ...repaired]);
  const costly = mistakes.map((mistake, i) => {
    const before = combo[mistake.judgement - 1] ?? 0;
    return {
      ...mistake,
      comboLost: combo[mistake.judgement]! < before ? before : 0,
      ppLost: ratings === null ? null : ratings[i + 1]! - ratings[0]!,
    };
  });
  return { pp: ratings === null ? null : ratings[0]!, mistakes: costly };
}

type Cost = Pick<CostlyMistake, 'ppLost' | 'comboLost'>;

/** Compares costs, the highest first: by pp, then by combo. */
export function byCost(a: Cost, b: Cost): number {
  return (b.ppLost ?? 0) - (a.ppLost ?? 0) || b.comboLost - a.comboLost;
}

const counters = { great: 'n300', ok: 'n100', meh: 'n50', miss: 'misses' } as const;

/** The counts of a play with some judgements repaired. */
function repairedResult({ result, judgements, map }: Play, repairs: readonly Repair[], mods: Mods): ScoredResult {
  const { n300, n100, n50, misses, maxCombo } = result;
  const counts = { n300, n100, n50, misses };
  const statistics: Record<string, number> = { ...result.statistics };
  const scoring = lazerScoringOf(mods);
  for (const { index, judgement } of repairs) {
    const before = judgements[index]!;
    const isStable = map.rules === 'stable';
    if (isStable && !isWholeObject(before)) continue;
    const names = [before, judgement].map((of) => (isStable ? of.result : statisticOf(of, scoring)));
    for (const [i, name] of names.entries()) {
      const step = i === 0 ? -1 : 1;
      if (name in counters) counts[counters[name as keyof typeof counters]] += step;
      if (!isStable) statistics[name] = (statistics[name] ?? 0) + step;
    }
  }
  return { ...counts, maxCombo, statistics };
}
