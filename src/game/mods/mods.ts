import type { FunMods } from './fun-mods.ts';

/** The mods of one play, with everything they change worked out: plain data that prints, compares and posts. */
export interface Mods {
  /** Whose rules judge the play. */
  readonly rules: 'stable' | 'lazer';
  /** In the order the game shows them; NC stands in for DT, PF for SD. */
  readonly acronyms: readonly string[];
  /** Song milliseconds a real millisecond; on average, where the speed changes. */
  readonly clockRate: number;
  /** Wind Up and Wind Down: the speed changes during the song. */
  readonly ramp: RateRamp | null;
  /** How the sound is brought to that rate: a faster frequency raises the pitch, a faster tempo keeps it. */
  readonly audio: { readonly frequency: number; readonly tempo: number };
  readonly difficulty: DifficultyChange;
  /** HR mirrors the field vertically, MR as it is set. The recorded cursor is as it was played: it is not mirrored. */
  readonly mirror: { readonly horizontally: boolean; readonly vertically: boolean };
  /** How often EZ fills the health up again instead of failing. */
  readonly extraLives: number;
  /** What lazer's Classic mod switches on; null without it. */
  readonly classic: ClassicRules | null;
  readonly hidden: { readonly onlyApproachCircles: boolean } | null;
  readonly flashlight: Flashlight | null;
  /** Lazer's mods for fun that only look different. */
  readonly fun: FunMods;
  /** The mods that were not played as they come: a factor of the score may depend on it. */
  readonly changedSettings: readonly string[];
  /** Pairs that the game does not let anyone choose together. */
  readonly conflicts: readonly ModConflict[];
}

export type DifficultyChange =
  | { readonly kind: 'none' | 'hard-rock' | 'easy' }
  | {
      readonly kind: 'adjusted';
      /** null keeps the map's own value. */
      readonly cs: number | null;
      readonly ar: number | null;
      readonly od: number | null;
      readonly hp: number | null;
    };

export interface ClassicRules {
  /** Heads count as ticks, ends as small ticks, and the whole slider is judged 300, 100, 50 or miss. */
  readonly noSliderHeadAccuracy: boolean;
  readonly noteLock: boolean;
  readonly alwaysPlayTailSample: boolean;
  readonly fadeHitCircleEarly: boolean;
  readonly health: boolean;
}

export interface Flashlight {
  /** Real milliseconds that the light takes to reach the cursor. */
  readonly followDelayMs: number;
  readonly size: number;
  readonly shrinksWithCombo: boolean;
}

/** A speed that goes evenly from one to another. */
export interface RateRamp {
  readonly initial: number;
  readonly final: number;
  /** Whether the pitch goes with it. */
  readonly adjustsPitch: boolean;
}

export interface ModConflict {
  readonly pair: readonly [string, string];
  /** Whether the two ask for different plays; otherwise one only makes the other pointless. */
  readonly contradicts: boolean;
}

export function hasMod(mods: Pick<Mods, 'acronyms'>, acronym: string): boolean {
  return mods.acronyms.includes(acronym);
}
