import type { PlayableObject } from '../../beatmap/index.ts';
import { type CircleState, newCircle } from '../judging/circle-state.ts';
import { newSlider, type SliderState } from './stable-slider.ts';
import { newSpinner, type SpinnerState } from './stable-spinner.ts';

/** The state of an object during judging by stable's rules. */
export type ObjectState = CircleState | SliderState | SpinnerState;

export function newObjectState(object: PlayableObject, od: number, newSpinners: boolean): ObjectState {
  if (object.kind === 'slider') return newSlider(object);
  if (object.kind === 'spinner') return newSpinner(object, od, newSpinners);
  return newCircle(object);
}
