import type { PlayableMap } from '../../beatmap/index.ts';
import { hasMod, type Mods } from '../../mods/index.ts';
import type { AccuracyMeter, Scorer } from '../compute-totals.ts';
import type { JudgedPart, Judgement, Result } from '../play.ts';
import type { ComboChange } from '../stable/stable-combo.ts';
import { newLazerSpinner, turnsWithResults } from './lazer-spinner.ts';

/** Lazer's names of results and their values. */
export type Statistic =
  | 'great'
  | 'ok'
  | 'meh'
  | 'miss'
  | 'large_tick_hit'
  | 'large_tick_miss'
  | 'small_tick_hit'
  | 'small_tick_miss'
  | 'slider_tail_hit'
  | 'ignore_hit'
  | 'ignore_miss'
  | 'small_bonus'
  | 'large_bonus';

const hitValues: Readonly<Partial<Record<Statistic, number>>> = {
  great: 300,
  ok: 100,
  meh: 50,
  large_tick_hit: 30,
  small_tick_hit: 10,
  slider_tail_hit: 150,
};

const spinBonuses: Readonly<Partial<Record<Statistic, number>>> = { small_bonus: 10, large_bonus: 50 };

export interface LazerScoring {
  readonly classicSliders: boolean;
  readonly strictTracking: boolean;
}

export function lazerScoringOf(mods: Mods): LazerScoring {
  return { classicSliders: mods.classic?.noSliderHeadAccuracy ?? false, strictTracking: hasMod(mods, 'ST') };
}

/** The total value of counted results, without bonuses; unknown names count 0. */
export function worthOf(statistics: Readonly<Record<string, number>>): number {
  return Object.entries(hitValues).reduce((sum, [name, value]) => sum + value * (statistics[name] ?? 0), 0);
}

type Scored = Pick<Judgement, 'part' | 'result'>;

/** Lazer's name of a judgement (rule LZ15). */
export function statisticOf({ part, result }: Scored, { classicSliders, strictTracking }: LazerScoring): Statistic {
  const hit = result !== 'miss';
  switch (part) {
    case 'tick':
    case 'repeat':
      return hit ? 'large_tick_hit' : 'large_tick_miss';
    case 'head':
      if (classicSliders) return hit ? 'large_tick_hit' : 'large_tick_miss';
      return result as 'great' | 'ok' | 'meh' | 'miss';
    case 'end':
      if (classicSliders) return hit ? 'small_tick_hit' : 'small_tick_miss';
      if (strictTracking) return hit ? 'slider_tail_hit' : 'large_tick_miss';
      return hit ? 'slider_tail_hit' : 'ignore_miss';
    case 'slider':
      if (!classicSliders) return hit ? 'ignore_hit' : 'ignore_miss';
      return result as 'great' | 'ok' | 'meh' | 'miss';
    case 'spin':
      return result === 'bonus' ? 'large_bonus' : 'small_bonus';
    default:
      return result as 'great' | 'ok' | 'meh' | 'miss';
  }
}

export function lazerComboChange(scoring: LazerScoring): (judgement: Judgement) => ComboChange {
  return (judgement) => comboChangeOf(statisticOf(judgement, scoring));
}

function comboChangeOf(statistic: Statistic): ComboChange {
  switch (statistic) {
    case 'great':
    case 'ok':
    case 'meh':
    case 'large_tick_hit':
    case 'slider_tail_hit':
      return 'add';
    case 'miss':
    case 'large_tick_miss':
      return 'break';
    default:
      return 'keep';
  }
}

/** Whether a judgement counts as 300, 100, 50 or miss in the replay's header. */
export function lazerCounts(scoring: LazerScoring): (judgement: Judgement) => boolean {
  return (judgement) => {
    const statistic = statisticOf(judgement, scoring);
    return statistic === 'great' || statistic === 'ok' || statistic === 'meh' || statistic === 'miss';
  };
}

/** The number of each result, including `ignore_miss` for missed ends and turns not made (rule LZ15). */
export function lazerStatistics(
  map: PlayableMap,
  judgements: readonly Judgement[],
  scoring: LazerScoring,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const add = (statistic: Statistic, times: number) => {
    if (times > 0) counts[statistic] = (counts[statistic] ?? 0) + times;
  };
  const turns = new Map<number, number>();
  for (const judgement of judgements) {
    add(statisticOf(judgement, scoring), 1);
    if (judgement.part === 'spin') turns.set(judgement.object, (turns.get(judgement.object) ?? 0) + 1);
    if (judgement.part === 'spinner') {
      add('ignore_miss', spinnerTurns(map, judgement.object) - (turns.get(judgement.object) ?? 0));
    }
  }
  return counts;
}

/** 500,000 for combo and accuracy, 500,000 for accuracy and progress, plus bonuses (rule LZ16). */
export function createStandardisedScore(map: PlayableMap, scoring: LazerScoring, multiplier: number): Scorer {
  const best = perfectPlay(map, scoring);
  const accuracy = createAccuracy(scoring);
  let comboPart = 0;
  let counted = 0;
  let bonus = 0;
  return (judgement, _before, combo) => {
    const statistic = statisticOf(judgement, scoring);
    const possible = bestValue(judgement, scoring);
    const acc = accuracy(judgement);
    if (possible > 0) {
      counted++;
      if (statistic !== 'ignore_miss') comboPart += possible * Math.sqrt(combo);
    }
    bonus += spinBonuses[statistic] ?? 0;
    const comboShare = best.comboPart === 0 ? 1 : comboPart / best.comboPart;
    const progress = best.counted === 0 ? 1 : counted / best.counted;
    return Math.round(Math.round(500_000 * acc * comboShare + 500_000 * acc ** 5 * progress + bonus) * multiplier);
  };
}

/** Lazer's accuracy: slider ticks and ends count, spinner turns do not. */
export function createAccuracy(scoring: LazerScoring): AccuracyMeter {
  let base = 0;
  let bestBase = 0;
  return (judgement) => {
    base += hitValues[statisticOf(judgement, scoring)] ?? 0;
    bestBase += bestValue(judgement, scoring);
    return bestBase === 0 ? 1 : base / bestBase;
  };
}

/** The best possible value of a judgement; 0 if it does not count towards accuracy. */
function bestValue({ part }: Pick<Judgement, 'part'>, scoring: LazerScoring): number {
  return hitValues[statisticOf({ part, result: bestResult(part, scoring) }, scoring)] ?? 0;
}

function bestResult(part: JudgedPart, { classicSliders }: LazerScoring): Result {
  if (part === 'spin') return 'bonus';
  if (part === 'circle' || part === 'spinner') return 'great';
  if (part === 'head') return classicSliders ? 'hit' : 'great';
  if (part === 'slider') return classicSliders ? 'great' : 'hit';
  return 'hit';
}

function perfectPlay(map: PlayableMap, scoring: LazerScoring): { comboPart: number; counted: number } {
  let comboPart = 0;
  let counted = 0;
  let combo = 0;
  const give = (part: JudgedPart) => {
    const result = bestResult(part, scoring);
    if (comboChangeOf(statisticOf({ part, result }, scoring)) === 'add') combo++;
    const value = bestValue({ part }, scoring);
    if (value === 0) return;
    counted++;
    comboPart += value * Math.sqrt(combo);
  };
  for (const object of map.objects) {
    if (object.kind !== 'slider') give(object.kind);
    else {
      give('head');
      for (const point of object.points) give(point.kind);
      give('slider');
    }
  }
  return { comboPart, counted };
}

function spinnerTurns(map: PlayableMap, index: number): number {
  const object = map.objects[index]!;
  if (object.kind !== 'spinner') return 0;
  const { normal, bonus } = turnsWithResults(newLazerSpinner(object, map.od));
  return normal + bonus;
}
