import type { PlayableMap } from '../beatmap/index.ts';
import type { Millis, OsuPoint } from '../units.ts';

/** What happened in a replay, finished and immutable; `stateAt` and the scene only read it. */
export interface Play {
  readonly map: PlayableMap;
  /** Every result in the order the game gave it. */
  readonly judgements: readonly Judgement[];
  /** The running numbers after each judgement, index by index. */
  readonly totals: Totals;
  /** Same indices as `map.objects`. */
  readonly objects: readonly ObjectPlay[];
  /** Every press of the left or the right button that reached the playfield. */
  readonly presses: readonly Press[];
  /** The four keys of the overlay: K1, K2, M1, M2. */
  readonly keys: readonly KeyPlay[];
  readonly health: HealthLine;
  /** When health ran out, or a mod that allows no mistake ended the play; null: never. */
  readonly failedAt: Millis | null;
  readonly result: PlayResult;
}

/** What a judgement is about: `slider` and `spinner` are the whole object's result. */
export type JudgedPart = 'circle' | 'head' | 'tick' | 'repeat' | 'end' | 'slider' | 'spin' | 'spinner';

/**
 * `great` to `miss` judge by time or by share; `hit` or `miss` judge the points of a slider (and a lazer slider's body);
 * `spin` is a half turn that only feeds health, `points` and `bonus` are turns that score.
 */
export type Result = 'great' | 'ok' | 'meh' | 'miss' | 'hit' | 'spin' | 'points' | 'bonus';

export interface Judgement {
  readonly time: Millis;
  /** Index of the object. */
  readonly object: number;
  readonly part: JudgedPart;
  readonly result: Result;
  /** Index in the slider's points, when it is about one of them. */
  readonly point: number | null;
  readonly at: OsuPoint;
  /** Press minus object time; null unless a press caused it. */
  readonly hitError: Millis | null;
  /** Cursor minus centre of the circle; null unless a press caused it. */
  readonly aimOffset: OsuPoint | null;
}

/** Columns as long as the list of judgements: the numbers right after each of them. */
export interface Totals {
  readonly times: Float64Array;
  readonly combo: Uint32Array;
  readonly maxCombo: Uint32Array;
  readonly score: Float64Array;
  /** 0 to 1. */
  readonly accuracy: Float64Array;
  readonly n300: Uint32Array;
  readonly n100: Uint32Array;
  readonly n50: Uint32Array;
  readonly misses: Uint32Array;
  readonly geki: Uint32Array;
  readonly katu: Uint32Array;
  /** Ten times the standard deviation of the hit errors so far, in song milliseconds. */
  readonly unstableRate: Float64Array;
  /** How the combo ended here: 0 not here, 1 mu, 2 katu, 3 geki. */
  readonly comboEnd: Uint8Array;
}

export type ObjectPlay = CirclePlay | SliderPlay | SpinnerPlay;

/** Null results and times: the replay stopped before. */
export interface CirclePlay {
  readonly kind: 'circle';
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
}

export interface SliderPlay {
  readonly kind: 'slider';
  readonly headJudgedAt: Millis | null;
  readonly headResult: Result | null;
  /** Start and end of each time the ball was followed, in turn. */
  readonly tracking: Float64Array;
  /** As the slider's points. */
  readonly points: readonly { readonly judgedAt: Millis | null; readonly hit: boolean }[];
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
}

export interface SpinnerPlay {
  readonly kind: 'spinner';
  /** Half turns asked for in stable, whole turns in lazer. */
  readonly required: number;
  /** When each of the columns below was taken. */
  readonly times: Float64Array;
  /** What is drawn, in radians. */
  readonly angle: Float64Array;
  /** Turns towards `required`, in its unit. */
  readonly progress: Float64Array;
  readonly rpm: Float64Array;
  /** When it was cleared; null: never. */
  readonly clearedAt: Millis | null;
  /** When each bonus was given. */
  readonly bonuses: Float64Array;
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
}

export interface Press {
  readonly time: Millis;
  readonly button: 'left' | 'right';
  readonly at: OsuPoint;
  /** `hit` judged the object, `shake` was too early for it, `blocked` swallowed without a shake, `none` met no object. */
  readonly outcome: 'hit' | 'shake' | 'blocked' | 'none';
  readonly object: number | null;
}

export interface KeyPlay {
  /** Stable tells keyboard and mouse apart; lazer has two buttons, whatever they are bound to. */
  readonly name: 'K1' | 'K2' | 'M1' | 'M2' | 'B1' | 'B2';
  readonly downs: Float64Array;
  /** As long as `downs`; a key held at the end goes up at the last frame. */
  readonly ups: Float64Array;
  /** What the overlay counts up to with each press; presses in breaks do not count. */
  readonly counts: Uint32Array;
}

/** Health from 0 to 1 as a line through points; two points at one time are a jump. */
export interface HealthLine {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

export interface PlayResult {
  readonly n300: number;
  readonly n100: number;
  readonly n50: number;
  readonly misses: number;
  readonly geki: number;
  readonly katu: number;
  readonly maxCombo: number;
  readonly score: number;
  readonly accuracy: number;
  readonly unstableRate: number;
  /** Lazer's own names of results and how often each was given; empty for stable plays. */
  readonly statistics: Readonly<Record<string, number>>;
}
