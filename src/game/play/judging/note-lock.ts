import type { Millis } from '../../units.ts';
import { attemptWindowMs } from '../hit-windows.ts';

/** The effect of a press on an object. */
export type PressAction = 'hit' | 'shake' | 'blocked';

/** Objects that overlap or are at most this far apart do not lock each other, so 2B maps are playable (rule NL3). */
const overlapToleranceMs = 3;
/** The same as `attemptWindowMs`, with Autopilot (rule HW3). */
const autopilotAttemptWindowMs = 200;

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
  readonly autopilot: boolean;
}): PressAction {
  if (press.isCircle && press.stackedBefore) return 'blocked';
  if (press.earliestEnd + overlapToleranceMs < press.start) return 'shake';
  const attemptWindow = press.autopilot ? autopilotAttemptWindowMs : attemptWindowMs;
  return Math.abs(press.time - press.start) >= attemptWindow ? 'shake' : 'hit';
}
