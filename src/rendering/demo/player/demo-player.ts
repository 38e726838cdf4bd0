/** Deliberate mistakes in the demo's play, so that it shows all results. */
export type Mistake = 'late' | 'early' | 'very late' | 'forgotten' | 'beside' | 'let go';

/** A simulated player. */
export interface DemoPlayer {
  readonly name: string;
  readonly seed: number;
  /** Standard deviation of press times, and amplitude of a slow drift, in milliseconds. */
  readonly timingMs: number;
  readonly driftMs: number;
  /** The largest error of a press without a mistake. */
  readonly maxErrorMs: number;
  /** Standard deviation of the aim, as a fraction of the circle's radius. */
  readonly aim: number;
  /** How far the cursor is behind the slider ball, in milliseconds. */
  readonly lagMs: number;
  /** How long a key stays down on a circle. */
  readonly pressMs: number;
  /** Presses closer than this alternate between two keys. */
  readonly alternatesBelowMs: number;
  /** By the index of the object. */
  readonly mistakes: ReadonlyMap<number, Mistake>;
}

/** The player of the demo: good, but human. */
export const demoPlayer: DemoPlayer = {
  name: 'Reprise',
  seed: 20260101,
  timingMs: 8.5,
  driftMs: 4,
  maxErrorMs: 26,
  aim: 0.2,
  lagMs: 28,
  pressMs: 62,
  alternatesBelowMs: 260,
  mistakes: new Map([
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
};
