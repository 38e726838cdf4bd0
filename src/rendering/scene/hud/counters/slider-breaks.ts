import type { Play } from '../../../../game/play/index.ts';

/** The times at which a slider that was not missed broke the combo. */
export function sliderBreakTimes({ judgements, totals }: Pick<Play, 'judgements' | 'totals'>): Float64Array {
  const { combo, misses, times } = totals;
  const isMiss = (i: number) => misses[i]! > (misses[i - 1] ?? 0);
  const missedObjects = new Set<number>();
  for (const [i, { object }] of judgements.entries()) if (isMiss(i)) missedObjects.add(object);
  const breaks = Array.from(judgements.keys()).filter((i) => {
    const { part, object } = judgements[i]!;
    const isSliderPart = part === 'head' || part === 'tick' || part === 'repeat';
    return isSliderPart && combo[i]! < (combo[i - 1] ?? 0) && !missedObjects.has(object);
  });
  return Float64Array.from(breaks, (i) => times[i]!);
}
