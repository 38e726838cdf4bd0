import { type Grade, gradeOf, stateAt } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import type { SceneInput } from '../../scene-input.ts';

/** The results so far. */
export interface Standing {
  readonly accuracy: number;
  readonly grade: Grade;
}

/** Accuracy and grade at a time; null before the first judgement. */
export function standingAt({ play, mods }: Pick<SceneInput, 'play' | 'mods'>, t: Millis): Standing | null {
  const state = stateAt(play, t);
  return state.judged === 0 ? null : { accuracy: state.accuracy, grade: gradeOf(state, mods) };
}
