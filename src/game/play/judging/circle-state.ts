import type { PlayableCircle } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';
import type { Result } from '../play.ts';

/** The state of a circle during judging. */
export interface CircleState {
  readonly kind: 'circle';
  readonly object: PlayableCircle;
  finished: boolean;
  judgedAt: Millis | null;
  result: Result | null;
}

export function newCircle(object: PlayableCircle): CircleState {
  return { kind: 'circle', object, finished: false, judgedAt: null, result: null };
}

export function finishCircle(state: CircleState, time: Millis, result: Result): void {
  state.finished = true;
  state.judgedAt = time;
  state.result = result;
}
