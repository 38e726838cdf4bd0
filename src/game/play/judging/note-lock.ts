import type { Millis } from '../../units.ts';

/** The effect of a press on an object. */
export type PressAction = 'hit' | 'shake' | 'blocked';

/** Objects that overlap or are at most this far apart do not lock each other, so 2B maps are playable (rule NL3). */
const overlapToleranceMs = 3;

/**
 * The stable client's note lock. `earliestEnd` is the earliest end of the unfinished objects before this one (Infinity
 * if there are none). `stackedBefore` is true if the object right before this one is stacked and unfinished.
 */
export function noteLock(press: {
  readonly time: Millis;
  readonly start: Millis;
  readonly isCircle: boolean;
  readonly stackedBefore: boolean;
  readonly earliestEnd: Millis;
  readonly attemptWindow: Millis;
}): PressAction {
  if (press.isCircle && press.stackedBefore) return 'blocked';
  if (press.earliestEnd + overlapToleranceMs < press.start) return 'shake';
  return Math.abs(press.time - press.start) >= press.attemptWindow ? 'shake' : 'hit';
}
