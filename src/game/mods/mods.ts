import type { ConversionMods } from './conversion-mods.ts';
import type { FunMods } from './fun-mods.ts';
import type { MotionMods } from './motion-mods.ts';

/** The mods of one play with their effects, as plain data. */
export interface Mods {
  /** The client whose rules judge the play. */
  readonly rules: 'stable' | 'lazer';
  /** In the game's display order; NC replaces DT, PF replaces SD. */
  readonly acronyms: readonly string[];
  /** Song milliseconds per real millisecond; the average if the rate changes. */
  readonly clockRate: number;
  /** Wind Up and Wind Down change the rate during the song. */
  readonly ramp: RateRamp | null;
  /** Adaptive Speed changes the rate with the player's hits; null without the mod. */
  readonly adaptiveSpeed: AdaptiveSpeed | null;
  /** How the audio reaches the clock rate: frequency changes the pitch, tempo does not. */
  readonly audio: { readonly frequency: number; readonly tempo: number };
  readonly difficulty: DifficultyChange;
  /** HR mirrors the playfield vertically, MR by its setting. The recorded cursor is already mirrored. */
  readonly mirror: { readonly horizontally: boolean; readonly vertically: boolean };
  /** How often EZ refills health instead of failing. */
  readonly extraLives: number;
  /** The settings of lazer's Classic mod; null without it. */
  readonly classic: ClassicRules | null;
  readonly hidden: { readonly onlyApproachCircles: boolean } | null;
  readonly flashlight: Flashlight | null;
  readonly conversion: ConversionMods;
  /** Lazer's Fun mods that only change the appearance. */
  readonly fun: FunMods;
  /** Lazer's mods that move the objects. */
  readonly motion: MotionMods;
  /** The acronyms of mods with changed settings, which can affect the score multiplier. */
  readonly changedSettings: readonly string[];
  /** Pairs that the game does not allow together. */
  readonly conflicts: readonly ModConflict[];
}

/** How mods change the difficulty values. */
export type DifficultyChange =
  | { readonly kind: 'none' | 'hard-rock' | 'easy' }
  | {
      readonly kind: 'adjusted';
      /** Null keeps the map's value. */
      readonly cs: number | null;
      readonly ar: number | null;
      readonly od: number | null;
      readonly hp: number | null;
    };

/** The rules that lazer's Classic mod switches on. */
export interface ClassicRules {
  /** Heads count as ticks, ends as small ticks, and the slider as a whole is judged 300, 100, 50 or miss. */
  readonly noSliderHeadAccuracy: boolean;
  readonly noteLock: boolean;
  readonly alwaysPlayTailSample: boolean;
  readonly fadeHitCircleEarly: boolean;
  readonly health: boolean;
}

/** The settings of Flashlight. */
export interface Flashlight {
  /** Real milliseconds that the light takes to follow the cursor. */
  readonly followDelayMs: number;
  readonly size: number;
  readonly shrinksWithCombo: boolean;
}

/** A clock rate that changes linearly during the song. */
export interface RateRamp {
  readonly initial: number;
  readonly final: number;
  /** Whether the pitch changes with the rate. */
  readonly adjustsPitch: boolean;
}

/** The settings of Adaptive Speed. */
export interface AdaptiveSpeed {
  readonly initialRate: number;
  /** Whether the pitch changes with the rate. */
  readonly adjustsPitch: boolean;
}

/** Two mods that the game does not allow together. */
export interface ModConflict {
  readonly pair: readonly [string, string];
  /** Whether the two contradict each other; otherwise one only makes the other pointless. */
  readonly contradicts: boolean;
}

/** Whether a play has a mod. */
export function hasMod(mods: Pick<Mods, 'acronyms'>, acronym: string): boolean {
  return mods.acronyms.includes(acronym);
}
