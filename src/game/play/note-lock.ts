import type { Millis } from '../units.ts';

/** What a press on an object does. */
export type PressAction = 'hit' | 'shake' | 'blocked';

/** Overlapping objects up to this far apart do not lock each other, which is what makes 2B maps playable (rule NL3). */
const overlapToleranceMs = 3;

/**
 * The stable client's note lock. `earliestEnd` is the earliest end among the unfinished objects before this one
 * (Infinity without any), `stackedBefore` whether the one right before it lies in a stack and is unfinished.
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
