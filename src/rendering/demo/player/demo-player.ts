/** Deliberate mistakes in the demo's play, so that it shows all results. */
export type Mistake = 'late' | 'early' | 'very late' | 'forgotten' | 'beside' | 'let go';

/** The simulated player: good, but human. */
export const demoPlayer = {
  seed: 20260101,
  /** Standard deviation of press times, and amplitude of a slow drift, in milliseconds. */
  timingMs: 8.5,
  driftMs: 4,
  /** Standard deviation of the aim, as a fraction of the circle's radius. */
  aim: 0.2,
  /** How far the cursor is behind the slider ball, in milliseconds. */
  lagMs: 28,
  /** How long a key stays down on a circle. */
  pressMs: 62,
  /** Presses closer than this alternate between two keys. */
  alternatesBelowMs: 260,
  mistakes: new Map<number, Mistake>([
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
