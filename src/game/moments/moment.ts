import type { Mistake } from '../mistakes/index.ts';
import type { Play } from '../play/index.ts';
import type { Millis } from '../units.ts';

/** The kinds of moments of a play that are worth watching by themselves. */
export const momentKinds = ['mistakes', 'hardest', 'best', 'highlights', 'first_miss'] as const;
export type MomentKind = (typeof momentKinds)[number];

/** A part of the song. */
export interface Period {
  readonly start: Millis;
  readonly end: Millis;
}

/** A period with the reason to watch it. */
export interface Moment extends Period {
  readonly kind: MomentKind;
}

/** What moments are found in. */
export interface MomentsInput {
  readonly play: Pick<Play, 'map' | 'totals' | 'failedAt'>;
  readonly mistakes: readonly Pick<Mistake, 'object' | 'time'>[];
  /** From `strainsOverTime`; empty for a map that cannot be rated. */
  readonly strains: readonly { readonly t: Millis; readonly aim: number; readonly speed: number }[];
  /** Only moments in this part of the song are found. */
  readonly within?: Partial<Period>;
  /** The maximum length of all highlights together, in real milliseconds. */
  readonly maxHighlightsMs?: number;
}
