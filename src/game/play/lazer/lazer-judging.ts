import type { PlayableMap, PlayableObject } from '../../beatmap/index.ts';
import { type CircleState, newCircle } from '../judging/circle-state.ts';
import { createPendingObjects, type PendingObjects } from '../judging/pending-objects.ts';
import { createUpdateBudget } from '../judging/update-budget.ts';
import { createEntryAngles, type EntryAngleRecorder } from '../motion/entry-angles.ts';
import { createObjectMotion, fadeInOf, type ObjectMotion } from '../motion/object-motion.ts';
import type { Judgement, Press } from '../play.ts';
import type { LazerRules } from './lazer-rules.ts';
import { type LazerInput, type LazerSliderState, newLazerSlider } from './lazer-slider.ts';
import { type LazerSpinnerState, newLazerSpinner, turnsWithResults } from './lazer-spinner.ts';
import { createTapFilter, type TapFilter } from './tap-filter.ts';

/** The state of an object during judging by lazer's rules. */
export type LazerObjectState = CircleState | LazerSliderState | LazerSpinnerState;

/** Hours of play have a few million. A hostile map that exceeds this is judged at its frames only from there on. */
const maxInputs = 10_000_000;
/** A hundred visible objects at each input. */
const maxUpdates = 100 * maxInputs;
/** Turning spinners cost more, and their turns are kept for drawing. */
const maxSpinnerUpdates = 2 * maxInputs;

/** The mutable state of judging by lazer's rules. */
export interface LazerJudging {
  readonly rules: LazerRules;
  /** Same indices as the objects of the map. */
  readonly states: readonly LazerObjectState[];
  readonly pending: PendingObjects<LazerObjectState>;
  readonly tapFilter: TapFilter;
  readonly judgements: Judgement[];
  /** Where the objects are, with mods that move them; null without. */
  readonly motion: ObjectMotion | null;
  readonly entryAngles: EntryAngleRecorder | null;
  readonly presses: Press[];
  inputsLeft: number;
  readonly updates: ReturnType<typeof createUpdateBudget>;
  readonly spinnerUpdates: ReturnType<typeof createUpdateBudget>;
}

/** An input with the buttons that were pressed at its time. */
export interface JudgedInput extends LazerInput {
  readonly pressed: number;
}

export function startLazerJudging(map: PlayableMap, rules: LazerRules): LazerJudging {
  const states = map.objects.map((object) => newObjectState(object, map.od));
  const entryAngles = rules.mods.motion.transform ? recordEntryAngles(map, rules, states) : null;
  return {
    rules,
    states,
    pending: createPendingObjects(states),
    tapFilter: createTapFilter(rules.tapping, map, rules.windows.meh),
    judgements: [],
    motion: createObjectMotion({ map, mods: rules.mods, entryAngles: entryAngles?.angles }),
    entryAngles,
    presses: [],
    inputsLeft: maxInputs,
    updates: createUpdateBudget(maxUpdates, 'objects'),
    spinnerUpdates: createUpdateBudget(maxSpinnerUpdates, 'spinners'),
  };
}

function recordEntryAngles(
  map: PlayableMap,
  { mods }: LazerRules,
  states: readonly LazerObjectState[],
): EntryAngleRecorder {
  return createEntryAngles(map.objects, fadeInOf(map, mods), (index) => {
    const state = states[index];
    return state?.kind === 'spinner' ? turnsWithResults(state) : null;
  });
}

function newObjectState(object: PlayableObject, od: number): LazerObjectState {
  if (object.kind === 'slider') return newLazerSlider(object);
  if (object.kind === 'spinner') return newLazerSpinner(object, od);
  return newCircle(object);
}
