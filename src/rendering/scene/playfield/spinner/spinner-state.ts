import type { PlayableSpinner } from '../../../../game/beatmap/index.ts';
import type { SpinnerPlay } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import type { Lifetime } from '../../animation/timeline.ts';

/** A spinner and how it was played. */
export interface DrawableSpinner extends Lifetime {
  readonly kind: 'spinner';
  readonly spinner: PlayableSpinner;
  readonly play: SpinnerPlay;
  readonly style: 'old' | 'new' | null;
  /** When the player first turned it. */
  readonly firstTurn: Millis;
}

/** The state of a spinner at one time. */
export interface SpinnerState {
  readonly t: Millis;
  readonly alpha: number;
  /** 0 to 1; 1 is cleared. */
  readonly progress: number;
  readonly rpm: number;
}
