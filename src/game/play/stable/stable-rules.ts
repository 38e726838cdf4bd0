import type { PlayableMap } from '../../beatmap/index.ts';
import { hasMod, type Mods } from '../../mods/index.ts';
import type { Millis } from '../../units.ts';
import { type HitWindows, stableHitWindows } from '../hit-windows.ts';

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

/** Since this client version, spinners require fewer turns and health drains more slowly during them. */
const newSpinnersSince = 20190510;
/** Since about this client version, spinners turn before the cursor is measured. */
const turningFirstSince = 20130601;
/** Since about this client version, spinners turn between recorded frames, and turning back counts as well. */
const smoothSpinnersSince = 20160601;
/** The client then turns spinners about 250 times per second. */
const spinnerStepMs = 4;
/** Since this client version, every unfinished object takes part in note lock. */
const fullNoteLockSince = 20190506;
/** From this client version until then, a slider whose head is judged locks nothing. */
const freeFollowedSlidersSince = 20170101;
/** Before that, it locks objects that start at least this long after its end. */
const oldFollowedSliderGapMs = 25;

/** The rules of a play by the date of its client (rule CL1) and its mods. */
export function stableRulesOf(map: PlayableMap, mods: Mods, clientDate: number): StableRules {
  return {
    windows: stableHitWindows(map.od),
    radius: Math.fround(map.radius),
    clockRate: map.clockRate,
    relax: hasMod(mods, 'RX'),
    autopilot: hasMod(mods, 'AP'),
    spunOut: hasMod(mods, 'SO'),
    newSpinners: clientDate >= newSpinnersSince,
    spinnerStepMs: clientDate >= smoothSpinnersSince ? spinnerStepMs : Number.POSITIVE_INFINITY,
    netHalfTurns: clientDate < smoothSpinnersSince,
    measuresBeforeTurning: clientDate < turningFirstSince,
    legacyNoteLock: clientDate < fullNoteLockSince,
    followedSliderGapMs: followedSliderGap(clientDate),
    scoreV2: hasMod(mods, 'V2'),
  };
}

function followedSliderGap(clientDate: number): Millis {
  if (clientDate >= fullNoteLockSince) return Number.NEGATIVE_INFINITY;
  return clientDate >= freeFollowedSlidersSince ? Number.POSITIVE_INFINITY : oldFollowedSliderGapMs;
}
