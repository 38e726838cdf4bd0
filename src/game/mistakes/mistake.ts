import type { JudgedPart, Result } from '../play/index.ts';
import type { Millis, OsuPoint } from '../units.ts';

/** Why an object has less than its best result; docs/rules.md defines each cause (rules MC1 and following). */
export type Cause =
  | 'timing'
  | 'aim'
  | 'no-press'
  | 'missed-both'
  | 'note-lock'
  | 'too-early'
  | 'extra-press'
  | 'slider-left'
  | 'slider-late-head'
  | 'spinner-short'
  | 'unknown';

/** A judgement below the best result, or a slider break, with its cause and the evidence for it. */
export interface Mistake {
  /** Index of the object. */
  readonly object: number;
  readonly part: JudgedPart;
  /** The song time of the judgement. */
  readonly time: Millis;
  readonly result: Result;
  readonly cause: Cause;
  /** Time of the press minus time of the object; negative if early. */
  readonly errorMs?: Millis;
  /** Distance of the cursor from the centre of the circle or of the slider ball, in osu! pixels. */
  readonly distancePx?: number;
  /**
   * Where the cursor was relative to the movement from the object before, in degrees: 0 is beyond the object, 180 short
   * of it, 90 to the right of the movement, -90 to the left.
   */
  readonly direction?: number;
  /** The object that locked this one, or that took the press. */
  readonly blockedBy?: number;
  /** The press that decided; absent if none did. */
  readonly press?: { readonly time: Millis; readonly at: OsuPoint };
  /**
   * The cursor at the moment that decided: a press, the moment at which it was nearest to an object that no press was
   * for, the time of a slider's part, or the time at which the ball was left.
   */
  readonly cursor?: { readonly time: Millis; readonly at: OsuPoint };
  /** Whether the key was released, for a slider that was left. */
  readonly released?: boolean;
  /** The turns of a spinner, those that the best result takes, and the mean speed in turns per minute. */
  readonly spins?: { readonly turns: number; readonly required: number; readonly rpm: number };
}

/** A mistake with its place among the judgements of the play. */
export interface FoundMistake extends Mistake {
  /** Index in the judgements. */
  readonly judgement: number;
}

/** A cause with its evidence. */
export type Finding = Omit<Mistake, 'object' | 'part' | 'time' | 'result'>;
