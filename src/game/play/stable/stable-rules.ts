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
  /** Clients before 20190506: late objects and the rest of a slider do not lock (rules TO4, NL4). */
  readonly legacyNoteLock: boolean;
  /** A slider's result is at most that of its head. */
  readonly scoreV2: boolean;
}
