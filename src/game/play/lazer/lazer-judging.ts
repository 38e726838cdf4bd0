import type { PlayableMap, PlayableObject } from '../../beatmap/index.ts';
import { type CircleState, newCircle } from '../judging/circle-state.ts';
import { createPendingObjects, type PendingObjects } from '../judging/pending-objects.ts';
import type { Judgement, Press } from '../play.ts';
import type { LazerRules } from './lazer-rules.ts';
import { type LazerMoment, type LazerSliderState, newLazerSlider } from './lazer-slider.ts';
import { type LazerSpinnerState, newLazerSpinner } from './lazer-spinner.ts';
import { createTapFilter, type TapFilter } from './tap-filter.ts';

/** The state of an object during judging by lazer's rules. */
export type LazerObjectState = CircleState | LazerSliderState | LazerSpinnerState;

/** Hours of play have a few million. A hostile map that exceeds this is judged at its frames only from there on. */
const maxMoments = 10_000_000;

/** The mutable state of judging by lazer's rules. */
export interface LazerJudging {
  readonly rules: LazerRules;
  /** Same indices as the objects of the map. */
  readonly states: readonly LazerObjectState[];
  readonly pending: PendingObjects<LazerObjectState>;
  readonly tapFilter: TapFilter;
  readonly judgements: Judgement[];
  readonly presses: Press[];
  momentsLeft: number;
}

/** A moment with the buttons that were pressed at it. */
export interface JudgedMoment extends LazerMoment {
  readonly pressed: number;
}

export function startLazerJudging(map: PlayableMap, rules: LazerRules): LazerJudging {
  const states = map.objects.map((object) => newObjectState(object, map.od));
  return {
    rules,
    states,
    pending: createPendingObjects(states),
    tapFilter: createTapFilter(rules.tapping, map, rules.windows.meh),
    judgements: [],
    presses: [],
    momentsLeft: maxMoments,
  };
}

function newObjectState(object: PlayableObject, od: number): LazerObjectState {
  if (object.kind === 'slider') return newLazerSlider(object);
  if (object.kind === 'spinner') return newLazerSpinner(object, od);
  return newCircle(object);
}
