/** What goes wrong in the demo's play, by the index of the object: a play without mistakes would show half of the game. */
export type Slip = 'late' | 'early' | 'very late' | 'forgotten' | 'beside' | 'let go';

/** How somebody plays who is good, and not a machine. */
export const person = {
  seed: 20260101,
  /** Deviation of presses from the beat, and how far they lag or hurry for a while, in milliseconds. */
  timingMs: 8.5,
  driftMs: 4,
  /** Deviation of the aim, as a share of the circle's radius. */
  aim: 0.2,
  /** How far the cursor is behind a slider's ball, in milliseconds. */
  lagMs: 28,
  /** How long a key stays down on a circle. */
  pressMs: 62,
  /** Presses closer than this are made with two fingers in turn. */
  alternatesBelowMs: 260,
  slips: new Map<number, Slip>([
    [13, 'late'],
    [32, 'early'],
    [36, 'very late'],
    [52, 'late'],
    [78, 'late'],
    [93, 'forgotten'],
    [107, 'early'],
    [111, 'let go'],
    [121, 'beside'],
  ]),
} as const;
