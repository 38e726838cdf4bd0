import type { PlayableSpinner } from '../../../../game/beatmap/index.ts';
import type { SpinnerPlay } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import type { Life } from '../../animation/timeline.ts';

/** A spinner and how it was turned. */
export interface SpinnerShown extends Life {
  readonly kind: 'spinner';
  readonly spinner: PlayableSpinner;
  readonly play: SpinnerPlay;
  readonly style: 'old' | 'new' | null;
  /** When it began to turn. */
  readonly firstTurn: Millis;
}

/** How far a spinner has come at a time, and how much of it is seen. */
export interface SpinnerState {
  readonly t: Millis;
  readonly alpha: number;
  /** 0 to 1, where it is cleared. */
  readonly progress: number;
  readonly rpm: number;
}
