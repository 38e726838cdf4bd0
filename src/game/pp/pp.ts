import type { Mods } from '../mods/index.ts';
import type { Judgement, PlayResult, Totals } from '../play/index.ts';

/**
 * Calculates stars and performance points. Every result is null for a map that cannot be rated: one of another game mode,
 * one whose objects a mod places anew, or one made to test the game's limits, whose calculation would take too long.
 */
export interface PpCalculator {
  stars(map: RatedMap): number | null;
  /** The pp of a whole play, or of a play that stopped early. */
  final(map: RatedMap, result: ScoredResult): number | null;
  /** The pp of several results on the same map, whose difficulty is computed once. */
  each(map: RatedMap, results: readonly ScoredResult[]): Float64Array | null;
  /** The stars of a map and the pp of a play, which share the difficulty of the map. */
  ofPlay(map: RatedMap, play: ScoredPlay): PlayRating | null;
  /** The difficulty of each section of the map. */
  strains(map: RatedMap): Strains | null;
}

/** The difficulty of a map, and the performance points of a play on it. */
export interface PlayRating {
  readonly stars: number;
  /** The pp after each judgement; the last value is that of `final`. */
  readonly ppOverTime: Float64Array;
}

/** Strain peaks of sections of equal length; the first section contains the second object. */
export interface Strains {
  /** In real milliseconds, independent of the clock rate. */
  readonly sectionMs: number;
  readonly aim: Float64Array;
  readonly speed: Float64Array;
}

/** A map with the mods to rate it with. */
export interface RatedMap {
  /** The bytes of the .osu file. */
  readonly osu: Uint8Array;
  readonly mods: Mods;
}

/** The result of a play, as far as pp depend on it. */
export type ScoredResult = Pick<PlayResult, 'n300' | 'n100' | 'n50' | 'misses' | 'maxCombo' | 'statistics'>;

/** A play, as far as pp depend on it. */
export interface ScoredPlay {
  readonly judgements: readonly Pick<Judgement, 'part' | 'result'>[];
  readonly totals: Pick<Totals, 'n300' | 'n100' | 'n50' | 'misses' | 'maxCombo'>;
  readonly result: ScoredResult;
}
