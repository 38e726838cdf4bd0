import type { Millis, OsuPoint } from '../units.ts';
import type { Beatmap, HitObject } from './beatmap.ts';
import type { SliderPath } from './curves/slider-path.ts';
import type { BallMotion } from './sliders/slider-timing.ts';
import type { SongClock } from './song-clock.ts';
import type { Timing } from './timing.ts';

/** A beatmap under given mods and rules, ready to be judged and drawn: flipped, stacked, every slider laid out in time. */
export interface PlayableMap {
  readonly beatmap: Beatmap;
  readonly rules: 'stable' | 'lazer';
  /** With mods applied. */
  readonly cs: number;
  readonly ar: number;
  readonly od: number;
  readonly hp: number;
  /** Song milliseconds a real millisecond; on average, where the speed changes. */
  readonly clockRate: number;
  readonly songClock: SongClock;
  /** Of a circle, in osu! pixels, with the game's own 1.00041. */
  readonly radius: number;
  readonly preempt: Millis;
  readonly fadeIn: Millis;
  readonly timing: Timing;
  /** Same order and indices as `beatmap.objects`. */
  readonly objects: readonly PlayableObject[];
}

/** An object in its place, time and combo. */
export type PlayableObject = PlayableCircle | PlayableSlider | PlayableSpinner;

interface PlayableBase {
  readonly index: number;
  readonly source: HitObject;
  readonly startTime: Millis;
  readonly endTime: Millis;
  /** When it comes into sight; Freeze Frame lets a whole combo come at once. */
  readonly appears: Millis;
  /** Flipped and stacked. */
  readonly at: OsuPoint;
  readonly stackHeight: number;
  /** Really starts a combo, by the rules of the game and not only by its flag. */
  readonly newCombo: boolean;
  readonly lastInCombo: boolean;
  /** The digit on the circle, from 1. */
  readonly comboNumber: number;
  /** Counts combos without colour skips, from 1 (skin colours). */
  readonly comboIndex: number;
  /** Counts combos with colour skips (beatmap colours). */
  readonly comboIndexWithSkips: number;
}

export interface PlayableCircle extends PlayableBase {
  readonly kind: 'circle';
}

export interface PlayableSlider extends PlayableBase {
  readonly kind: 'slider';
  /** Relative to `at`. */
  readonly path: SliderPath;
  readonly spans: number;
  readonly spanDuration: Millis;
  /** Osu! pixels a millisecond. */
  readonly velocity: number;
  /** For `ballAt`. */
  readonly motion: BallMotion;
  /** Ticks, repeats and the end, in the order they are judged. */
  readonly points: readonly SliderPoint[];
  /** Where the ball is at the very end. */
  readonly endPosition: OsuPoint;
}

/** A tick, repeat or end of a slider. */
export interface SliderPoint {
  readonly kind: 'tick' | 'repeat' | 'end';
  readonly span: number;
  readonly time: Millis;
  /** When the rules judge it: for a stable slider's end, up to 36 ms before `time`. */
  readonly judgedAt: Millis;
  /** Absolute, flipped and stacked. */
  readonly at: OsuPoint;
}

export interface PlayableSpinner extends PlayableBase {
  readonly kind: 'spinner';
}
