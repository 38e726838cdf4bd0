import type { PlayableMap } from '../beatmap/index.ts';
import type { Millis, OsuPoint } from '../units.ts';
import type { EntryAngles } from './motion/entry-angles.ts';

/** The judged replay: complete and immutable. `stateAt` and the scene only read it. */
export interface Play {
  readonly map: PlayableMap;
  /** In the order in which the game gives them. */
  readonly judgements: readonly Judgement[];
  /** The totals after each judgement, with the same indices. */
  readonly totals: Totals;
  /** Same indices as `map.objects`. */
  readonly objects: readonly ObjectPlay[];
  /** Every press of the left or the right button that reached the playfield. */
  readonly presses: readonly Press[];
  /** The keys of the overlay: K1, K2, M1 and M2 in stable, two buttons in lazer. */
  readonly keys: readonly KeyPlay[];
  readonly health: HealthLine;
  /** The directions from which the objects come in, with the Transform mod. */
  readonly entryAngles?: EntryAngles;
  /** When the play failed, by empty health or by a mod such as Sudden Death; null if it did not. */
  readonly failedAt: Millis | null;
  readonly result: PlayResult;
}

/** What a judgement judges; `slider` and `spinner` stand for the whole object. */
export type JudgedPart = 'circle' | 'head' | 'tick' | 'repeat' | 'end' | 'slider' | 'spin' | 'spinner';

/**
 * `great` to `miss` are for circles, heads and whole objects; `hit` and `miss` for a slider's points (and a lazer
 * slider's body); `spin` is a half turn that gives only health, `points` and `bonus` are turns that give score.
 */
export type Result = 'great' | 'ok' | 'meh' | 'miss' | 'hit' | 'spin' | 'points' | 'bonus';

export interface Judgement {
  readonly time: Millis;
  /** Index of the object. */
  readonly object: number;
  readonly part: JudgedPart;
  readonly result: Result;
  /** Index of the slider point that is judged, otherwise null. */
  readonly point: number | null;
  readonly at: OsuPoint;
  /** Press time minus object time; null if no press caused the judgement. */
  readonly hitError: Millis | null;
  /** Cursor minus circle centre; null if no press caused the judgement. */
  readonly aimOffset: OsuPoint | null;
}

/** The result of judging; score, combo and health are computed from it later. */
export interface JudgedFrames {
  readonly judgements: readonly Judgement[];
  readonly objects: readonly ObjectPlay[];
  readonly presses: readonly Press[];
  readonly entryAngles?: EntryAngles;
}

/** The totals after each judgement, one column per number. */
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
  /** 0 if no combo ends here, 1 mu, 2 katu, 3 geki. */
  readonly comboEnd: Uint8Array;
}

export type ObjectPlay = CirclePlay | SliderPlay | SpinnerPlay;

/** Results and times are null if the replay ends before them. */
export interface CirclePlay {
  readonly kind: 'circle';
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
}

export interface SliderPlay {
  readonly kind: 'slider';
  readonly headJudgedAt: Millis | null;
  readonly headResult: Result | null;
  /** Alternating start and end times of following the ball. */
  readonly tracking: Float64Array;
  /** Same indices as the slider's points. */
  readonly points: readonly { readonly judgedAt: Millis | null; readonly hit: boolean }[];
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
}

export interface SpinnerPlay {
  readonly kind: 'spinner';
  /** Required half turns in stable, whole turns in lazer. */
  readonly required: number;
  /** The turns that the best result takes, in the unit of `required`. */
  readonly requiredForGreat: number;
  /** The sample times of the columns below. */
  readonly times: Float64Array;
  /** The drawn rotation, in radians. */
  readonly angle: Float64Array;
  /** Turns completed, in the unit of `required`. */
  readonly progress: Float64Array;
  readonly rpm: Float64Array;
  /** When the required turns were reached; null if never. */
  readonly clearedAt: Millis | null;
  /** When each bonus was given; in lazer also when each turn was completed that would give one beyond `maxBonuses`. */
  readonly bonuses: Float64Array;
  /** Lazer gives no more bonuses than this. */
  readonly maxBonuses: number;
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
}

export interface Press {
  readonly time: Millis;
  readonly button: 'left' | 'right';
  readonly at: OsuPoint;
  /**
   * `hit`: judged the object. `shake`: note lock refused it. `blocked`: swallowed without a shake. `none`: no object
   * there.
   */
  readonly outcome: 'hit' | 'shake' | 'blocked' | 'none';
  readonly object: number | null;
}

export interface KeyPlay {
  /** Stable records keyboard and mouse separately; lazer records two buttons. */
  readonly name: 'K1' | 'K2' | 'M1' | 'M2' | 'B1' | 'B2';
  readonly downs: Float64Array;
  /** Same length as `downs`; a key held at the end is released at the last frame. */
  readonly ups: Float64Array;
  /** The overlay's counter after each press; presses in breaks do not count. */
  readonly counts: Uint32Array;
}

/** Health from 0 to 1 as a polyline; two points at the same time are a jump. */
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
  /** Number of results by lazer's names; empty for stable plays. */
  readonly statistics: Readonly<Record<string, number>>;
}
