import type { Millis } from '../../units.ts';
import type { HitWindows } from '../hit-windows.ts';

/** Everything besides map and frames that affects the stable client's judging. */
export interface StableRules {
  readonly windows: HitWindows;
  readonly radius: number;
  readonly clockRate: number;
  /** Mods that press buttons or move the cursor automatically. */
  readonly relax: boolean;
  readonly autopilot: boolean;
  readonly spunOut: boolean;
  /** Clients since 20190510 require fewer spins and start at the first frame's angle (rules SN4, SN5). */
  readonly newSpinners: boolean;
  /** The real time between two turns of a spinner; Infinity if it turns only at recorded frames (rule SN7). */
  readonly spinnerStepMs: Millis;
  /** Clients before about June 2016 count net half turns: turning back takes them away (rule SN10). */
  readonly netHalfTurns: boolean;
  /** Clients before about June 2013 measure the cursor before they turn the spinner, not after (rule SN11). */
  readonly measuresBeforeTurning: boolean;
  /** Clients before 20190506: late objects do not lock (rule TO4). */
  readonly legacyNoteLock: boolean;
  /** A slider whose head is judged does not lock objects that start earlier than this after its end (rules NL4, NL5). */
  readonly followedSliderGapMs: Millis;
  /** A slider's result is at most that of its head. */
  readonly scoreV2: boolean;
}
