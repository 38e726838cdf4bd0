import type { Millis } from '../../units.ts';
import type { ComboInfo } from '../combos.ts';
import { timingPrecision } from './beats.ts';

interface Originals {
  /** Sorted by time. */
  readonly objects: readonly { readonly startTime: Millis }[];
  readonly combos: readonly ComboInfo[];
}

/** A target belongs to the combo of the last object at or before it; combos without a target are left out (rule TG2). */
export function targetCombos(beats: readonly Millis[], { objects, combos }: Originals): ComboInfo[] {
  let last = -1;
  const originals = beats.map((beat) => {
    while (last + 1 < objects.length && beat > objects[last + 1]!.startTime - timingPrecision) last++;
    return combos[last]?.comboIndex ?? 0;
  });
  let comboIndex = -1;
  let comboNumber = 0;
  return originals.map((original, i) => {
    const newCombo = original !== originals[i - 1];
    comboIndex += newCombo ? 1 : 0;
    comboNumber = newCombo ? 1 : comboNumber + 1;
    const lastInCombo = original !== originals[i + 1];
    // Lazer gives targets no index for the colours of a beatmap: all have the first one.
    return { newCombo, lastInCombo, comboNumber, comboIndex, comboIndexWithSkips: 0 };
  });
}
