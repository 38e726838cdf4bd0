import type { Millis, OsuPoint } from '../units.ts';
import type { Beatmap, HitObject } from './beatmap.ts';
import type { ComboInfo } from './combos.ts';
import type { SliderPath } from './curves/slider-path.ts';
import type { SliderPointTiming, SliderTiming } from './sliders/slider-timing.ts';
import type { SongClock } from './song-clock.ts';
import type { Timing } from './timing.ts';

/** A beatmap with mods and rules applied, ready to be judged and drawn: mirrored, stacked, with timed sliders. */
export interface PlayableMap {
  readonly beatmap: Beatmap;
  readonly rules: 'stable' | 'lazer';
  /** These four have mods applied. */
  readonly cs: number;
  readonly ar: number;
  readonly od: number;
  readonly hp: number;
  /** Song milliseconds per real millisecond; the average if the rate changes. */
  readonly clockRate: number;
  readonly songClock: SongClock;
  /** Circle radius in osu! pixels, including the game's factor of 1.00041. */
  readonly radius: number;
  readonly preempt: Millis;
  readonly fadeIn: Millis;
  readonly timing: Timing;
  /** In the order of `beatmap.objects`; with Target Practice, the targets that replace them. */
  readonly objects: readonly PlayableObject[];
}

/** A hit object with its final position, times and combo. */
export type PlayableObject = PlayableCircle | PlayableSlider | PlayableSpinner;

interface PlayableBase extends ComboInfo {
  readonly index: number;
  readonly source: HitObject;
  readonly startTime: Millis;
  readonly endTime: Millis;
  /** When it becomes visible; with Freeze Frame, all objects of a combo appear together. */
  readonly appears: Millis;
  /** Mirrored and stacked. */
  readonly at: OsuPoint;
  readonly stackHeight: number;
}

/** A hit circle, ready to play. */
export interface PlayableCircle extends PlayableBase {
  readonly kind: 'circle';
}

/** A slider, ready to play. */
export interface PlayableSlider extends PlayableBase, Omit<SliderTiming, 'points'> {
  readonly kind: 'slider';
  /** Relative to `at`. */
  readonly path: SliderPath;
  /** Ticks, repeats and the end, in judging order. */
  readonly points: readonly SliderPoint[];
  /** Where the ball stops. */
  readonly endPosition: OsuPoint;
}

/** A tick, repeat or end of a slider, with its position. */
export interface SliderPoint extends SliderPointTiming {
  /** Absolute, mirrored and stacked. */
  readonly at: OsuPoint;
}

/** A spinner, ready to play. */
export interface PlayableSpinner extends PlayableBase {
  readonly kind: 'spinner';
}
