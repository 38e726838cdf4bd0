import type { Millis } from '../../units.ts';
import type { ObjectState } from './object-state.ts';

/** The first time at which an object can no longer be pressed, or has ended. */
export interface Deadline {
  readonly time: Millis;
  readonly state: ObjectState;
  readonly kind: 'press' | 'end';
}

/**
 * All deadlines in order of time, so that judging handles each once instead of checking every object at every frame.
 */
export function deadlinesOf(states: readonly ObjectState[], mehWindow: Millis): readonly Deadline[] {
  const deadlines: Deadline[] = [];
  for (const state of states) {
    const { startTime, endTime } = state.object;
    if (state.kind !== 'spinner') deadlines.push({ time: startTime + mehWindow + 1, state, kind: 'press' });
    if (state.kind !== 'circle') deadlines.push({ time: endTime, state, kind: 'end' });
  }
  return deadlines.sort((a, b) => a.time - b.time || a.state.object.index - b.state.object.index);
}
