import type { PlayableMap } from '../../beatmap/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { type Buttons, releasedButtons } from '../judging/buttons.ts';
import { createPendingObjects, type PendingObjects } from '../judging/pending-objects.ts';
import { createUpdateBudget } from '../judging/update-budget.ts';
import type { Judgement, Press } from '../play.ts';
import { type Deadline, deadlinesOf } from './deadlines.ts';
import { newObjectState, type ObjectState } from './object-state.ts';
import type { StableRules } from './stable-rules.ts';
import type { SliderState } from './stable-slider.ts';
import type { SpinnerState } from './stable-spinner.ts';

/** Five times the frames of the longest replay. Each update is kept for drawing. */
const maxSpinnerUpdates = 5_000_000;

/** The mutable state of judging by stable's rules. */
export interface StableJudging {
  readonly rules: StableRules;
  readonly states: readonly ObjectState[];
  readonly pending: PendingObjects<ObjectState>;
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
  readonly spinnerUpdates: ReturnType<typeof createUpdateBudget>;
  relaxTapsLeft: boolean;
}

/** A frame of the replay; its keys are in `StableJudging.buttons`. */
export interface StableFrame {
  readonly time: Millis;
  /** Song time since the previous frame. */
  readonly elapsed: Millis;
  readonly cursor: OsuPoint;
  /** Whether the frame before had the same buttons but another state of the smoke. */
  readonly smokeOnly: boolean;
}

export function startStableJudging(map: PlayableMap, rules: StableRules): StableJudging {
  const states = map.objects.map((object) => newObjectState(object, map.od, rules.newSpinners));
  return {
    rules,
    states,
    pending: createPendingObjects(states),
    buttons: releasedButtons(),
    judgements: [],
    presses: [],
    deadlines: deadlinesOf(states, rules.windows.meh),
    nextDeadline: 0,
    sliders: states.filter((state) => state.kind === 'slider'),
    firstSlider: 0,
    spinners: states.filter((state) => state.kind === 'spinner'),
    firstSpinner: 0,
    spinnerUpdates: createUpdateBudget(maxSpinnerUpdates, 'spinners'),
    relaxTapsLeft: true,
  };
}
