import type { HitWindows } from '../hit-windows.ts';

/** Everything besides map and frames that decides how the stable client judges. */
export interface StableRules {
  readonly windows: HitWindows;
  readonly radius: number;
  readonly clockRate: number;
  /** The client moves and taps by itself, or one of both. */
  readonly relax: boolean;
  readonly autopilot: boolean;
  readonly spunOut: boolean;
  /** Clients since 20190510 ask for fewer spins and take the first angle as their start (rules SN4, SN5). */
  readonly newSpinners: boolean;
  /** Clients before 20190506 locked less: neither late objects nor the rest of a slider (rules TO4, NL4). */
  readonly legacyNoteLock: boolean;
  /** A slider is worth no more than the timing of its head. */
  readonly scoreV2: boolean;
}
