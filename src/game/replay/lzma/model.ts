/** The adaptive probabilities of an LZMA decoder or encoder (Igor Pavlov, LZMA specification, 2015). */
export interface LzmaModel {
  /** By state and position: literal or match. */
  readonly isMatch: Uint16Array;
  /** By state: a new distance or one of the last four. */
  readonly isRep: Uint16Array;
  readonly isRep0: Uint16Array;
  /** By state and position: whether a match at the last distance is longer than one byte. */
  readonly isRep0Long: Uint16Array;
  readonly isRep1: Uint16Array;
  readonly isRep2: Uint16Array;
  readonly literal: Uint16Array;
  readonly matchLength: LengthModel;
  readonly repLength: LengthModel;
  /** By length: the slot of the distance. */
  readonly slot: Uint16Array;
  /** The low bits of the distance, for slots 4 to 13. */
  readonly special: Uint16Array;
  /** The lowest four bits of the distance, for higher slots. */
  readonly align: Uint16Array;
}

/** Three trees of lengths in one array, after the two probabilities that choose between them. */
export type LengthModel = Uint16Array;

/** Offsets of the three trees. */
export const lengthLow = 2;
export const lengthMid = lengthLow + (16 << 3);
export const lengthHigh = lengthMid + (16 << 3);

/** Bounds on the length of a match. */
export const minMatch = 2;
export const maxMatch = minMatch + 8 + 8 + 256 - 1;

/** One half, in units of 1/2048. */
const evenProbability = 1024;

/** Creates a model in its initial state. */
export function createModel({ lc, lp }: { lc: number; lp: number }): LzmaModel {
  const even = (count: number) => new Uint16Array(count).fill(evenProbability);
  return {
    isMatch: even(12 << 4),
    isRep: even(12),
    isRep0: even(12),
    isRep0Long: even(12 << 4),
    isRep1: even(12),
    isRep2: even(12),
    literal: even(0x300 << (lc + lp)),
    matchLength: even(lengthHigh + 256),
    repLength: even(lengthHigh + 256),
    slot: even(4 << 6),
    special: even(128),
    align: even(16),
  };
}

/** The last few symbols are one of 12 states: 0 to 6 after a literal, 7 to 11 after a match. */
export const stateAfterLiteral = (state: number): number => (state < 4 ? 0 : state < 10 ? state - 3 : state - 6);
export const stateAfterMatch = (state: number): number => (state < 7 ? 7 : 10);
export const stateAfterRep = (state: number): number => (state < 7 ? 8 : 11);
export const stateAfterShortRep = (state: number): number => (state < 7 ? 9 : 11);
