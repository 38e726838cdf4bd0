import type { Mods } from '../mods/index.ts';
import type { Judgement, PlayResult, Totals } from '../play/index.ts';

/**
 * Stars and performance points. Every answer is null for a map that cannot be rated: of another mode, or one made to
 * test the limits of the game, which would take forever.
 */
export interface PpCalculator {
  stars(map: RatedMap): number | null;
  /** Of a whole play, or of its part up to where it stopped. */
  final(map: RatedMap, result: ScoredResult): number | null;
  /** The points right after each judgement, index by index; the last are those of `final`. */
  overTime(map: RatedMap, play: ScoredPlay): Float64Array | null;
  /** How hard the map is from section to section. */
  strains(map: RatedMap): Strains | null;
}

/** Peaks of equally long sections, the first of them around the second object. */
export interface Strains {
  /** In real milliseconds: mods that change the clock do not change it. */
  readonly sectionMs: number;
  readonly aim: Float64Array;
  readonly speed: Float64Array;
}

export interface RatedMap {
  /** The bytes of the .osu. */
  readonly osu: Uint8Array;
  readonly mods: Mods;
}

export type ScoredResult = Pick<PlayResult, 'n300' | 'n100' | 'n50' | 'misses' | 'maxCombo' | 'statistics'>;

export interface ScoredPlay {
  readonly judgements: readonly Pick<Judgement, 'part' | 'result'>[];
  readonly totals: Pick<Totals, 'n300' | 'n100' | 'n50' | 'misses' | 'maxCombo'>;
  readonly result: ScoredResult;
}
