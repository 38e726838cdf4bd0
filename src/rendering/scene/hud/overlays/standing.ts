import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import { type Grade, gradeOf } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import type { SceneInput } from '../../scene-input.ts';

/** The results so far. */
export interface Standing {
  readonly accuracy: number;
  readonly grade: Grade;
}

/** Accuracy and grade at a time; null before the first judgement. */
export function standingAt({ play: { totals }, mods }: Pick<SceneInput, 'play' | 'mods'>, t: Millis): Standing | null {
  const i = lastAtOrBefore(totals.times, t);
  if (i < 0) return null;
  const [n300, n100, n50] = [totals.n300[i]!, totals.n100[i]!, totals.n50[i]!];
  const accuracy = totals.accuracy[i]!;
  return { accuracy, grade: gradeOf({ n300, n100, n50, misses: totals.misses[i]!, accuracy }, mods) };
}
