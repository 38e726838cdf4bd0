import type { Play } from '../../../../game/play/index.ts';

/** When a slider broke the combo without being missed altogether, in order of time. */
export function sliderBreaksOf({ judgements, totals }: Pick<Play, 'judgements' | 'totals'>): Float64Array {
  const { combo, misses, times } = totals;
  const isMiss = (i: number) => misses[i]! > (misses[i - 1] ?? 0);
  const missed = new Set<number>();
  for (const [i, { object }] of judgements.entries()) if (isMiss(i)) missed.add(object);
  const breaks = Array.from(judgements.keys()).filter((i) => {
    const { part, object } = judgements[i]!;
    const ofSlider = part === 'head' || part === 'tick' || part === 'repeat';
    return ofSlider && combo[i]! < (combo[i - 1] ?? 0) && !missed.has(object);
  });
  return Float64Array.from(breaks, (i) => times[i]!);
}
