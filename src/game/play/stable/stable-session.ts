import type { PlayableCircle, PlayableMap, PlayableObject } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';
import { type Buttons, releasedButtons } from '../buttons.ts';
import { createPendingObjects, type PendingObjects } from '../pending-objects.ts';
import type { Judgement, Press, Result } from '../play.ts';
import { type Deadline, deadlinesOf } from './deadlines.ts';
import type { StableRules } from './stable-rules.ts';
import { newSlider, type SliderState } from './stable-slider.ts';
import { newSpinner, type SpinnerState } from './stable-spinner.ts';

/** The state of a circle during judging. */
export interface CircleState {
  readonly circle: PlayableCircle;
  readonly index: number;
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

export type ObjectState = CircleState | SliderState | SpinnerState;

/** The mutable state of judging. */
export interface Session {
  readonly map: PlayableMap;
  readonly rules: StableRules;
  readonly states: readonly ObjectState[];
  readonly waiting: PendingObjects;
  readonly buttons: Buttons;
  readonly judgements: Judgement[];
  readonly presses: Press[];
  readonly deadlines: readonly Deadline[];
  nextDeadline: number;
  /** Indices in `sliders` and `spinners`; all before them are finished. */
  readonly sliders: readonly SliderState[];
  firstSlider: number;
  readonly spinners: readonly SpinnerState[];
  firstSpinner: number;
  relaxTapsLeft: boolean;
}

export function startSession(map: PlayableMap, rules: StableRules): Session {
  const states = map.objects.map((object) => newState(object, map.od));
  return {
    map,
    rules,
    states,
    waiting: createPendingObjects(map),
    buttons: releasedButtons(),
    judgements: [],
    presses: [],
    deadlines: deadlinesOf(map, rules.windows.meh),
    nextDeadline: 0,
    sliders: states.filter((state) => 'slider' in state),
    firstSlider: 0,
    spinners: states.filter((state) => 'spinner' in state),
    firstSpinner: 0,
    relaxTapsLeft: true,
  };
}

function newState(object: PlayableObject, od: number): ObjectState {
  if (object.kind === 'slider') return newSlider(object);
  if (object.kind === 'spinner') return newSpinner(object, od);
  return { circle: object, index: object.index, finished: false, judgedAt: null, result: null };
}

/** Records a judgement that no press caused. */
export function recordJudgement(
  session: Session,
  object: number,
  part: Judgement['part'],
  result: Result,
  time: Millis,
): void {
  const placed = session.map.objects[object]!;
  const at = part === 'slider' && placed.kind === 'slider' ? placed.endPosition : placed.at;
  session.judgements.push({ time, object, part, result, point: null, at, hitError: null, aimOffset: null });
}
