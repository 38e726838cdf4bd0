import type { PlayableMap } from '../beatmap/index.ts';
import { comboEnds, createComboEnds, isWholeObject } from './combo-ends.ts';
import type { Judgement, Totals } from './play.ts';
import type { ComboChange } from './stable/stable-combo.ts';

/** Takes the judgements in order and returns the total score after each. */
export type Scorer = (judgement: Judgement, comboBefore: number, comboAfter: number) => number;

/** Takes the judgements in order and returns the accuracy after each, 0 to 1. */
export type AccuracyMeter = (judgement: Judgement) => number;

export interface TotalsInput {
  readonly map: PlayableMap;
  readonly judgements: readonly Judgement[];
  readonly comboChange: (judgement: Judgement) => ComboChange;
  readonly scorer: Scorer;
  readonly accuracy: AccuracyMeter;
  /** Whether a judgement counts as 300, 100, 50 or miss. */
  readonly counts: (judgement: Judgement) => boolean;
  /** Whether combos end in geki and katu, as in stable. */
  readonly countsComboEnds: boolean;
}

/** Computes all totals once, so that the state at any time is a lookup. */
export function computeTotals(counting: TotalsInput): Totals {
  const { judgements } = counting;
  const totals = emptyTotals(judgements.length);
  const comboEndOf = createComboEnds(counting.map);
  const spread = createDeviation();
  const now = { combo: 0, maxCombo: 0, n300: 0, n100: 0, n50: 0, misses: 0, geki: 0, katu: 0 };
  for (const [i, judgement] of judgements.entries()) {
    const comboBefore = now.combo;
    const change = counting.comboChange(judgement);
    if (change === 'add') now.combo++;
    else if (change === 'break') now.combo = 0;
    now.maxCombo = Math.max(now.maxCombo, now.combo);
    if (counting.counts(judgement)) {
      if (judgement.result === 'great') now.n300++;
      else if (judgement.result === 'ok') now.n100++;
      else if (judgement.result === 'meh') now.n50++;
      else if (judgement.result === 'miss') now.misses++;
    }
    const comboEnd = counting.countsComboEnds ? comboEndOf(judgement) : comboEnds.none;
    if (comboEnd === comboEnds.geki) now.geki++;
    else if (comboEnd === comboEnds.katu) now.katu++;
    if (judgement.hitError !== null && judgement.result !== 'miss') spread.add(judgement.hitError);

    totals.times[i] = judgement.time;
    totals.combo[i] = now.combo;
    totals.maxCombo[i] = now.maxCombo;
    totals.score[i] = counting.scorer(judgement, comboBefore, now.combo);
    totals.accuracy[i] = counting.accuracy(judgement);
    totals.n300[i] = now.n300;
    totals.n100[i] = now.n100;
    totals.n50[i] = now.n50;
    totals.misses[i] = now.misses;
    totals.geki[i] = now.geki;
    totals.katu[i] = now.katu;
    totals.unstableRate[i] = spread.deviation() * 10;
    totals.comboEnd[i] = comboEnd;
  }
  return totals;
}

/** Stable accuracy: the sum of 300, 100 and 50 over 300 per judged object (rule AC1). */
export function createStableAccuracy(): AccuracyMeter {
  let points = 0;
  let possible = 0;
  return (judgement) => {
    if (isWholeObject(judgement)) {
      possible += 300;
      points +=
        judgement.result === 'great' ? 300 : judgement.result === 'ok' ? 100 : judgement.result === 'meh' ? 50 : 0;
    }
    return possible === 0 ? 1 : points / possible;
  };
}

/** A running standard deviation (Welford's algorithm). */
function createDeviation(): { add(value: number): void; deviation(): number } {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    add(value) {
      count++;
      const off = value - mean;
      mean += off / count;
      squares += off * (value - mean);
    },
    deviation: () => (count === 0 ? 0 : Math.sqrt(squares / count)),
  };
}

function emptyTotals(count: number): Totals {
  const whole = () => new Uint32Array(count);
  const real = () => new Float64Array(count);
  return {
    times: real(),
    combo: whole(),
    maxCombo: whole(),
    score: real(),
    accuracy: real(),
    n300: whole(),
    n100: whole(),
    n50: whole(),
    misses: whole(),
    geki: whole(),
    katu: whole(),
    unstableRate: real(),
    comboEnd: new Uint8Array(count),
  };
}
