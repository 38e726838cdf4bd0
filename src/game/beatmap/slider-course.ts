import type { Millis } from '../units.ts';
import type { Beatmap, Slider } from './beatmap.ts';
import type { Budget } from './budget.ts';
import type { SliderPath } from './slider-path.ts';
import type { Timing } from './timing.ts';

/** When a slider's ball is where, before anything is placed on the field. */
export interface SliderCourse {
  readonly spans: number;
  readonly endTime: Millis;
  readonly spanDuration: Millis;
  /** Osu! pixels a millisecond. */
  readonly velocity: number;
  readonly motion: BallMotion;
  readonly points: readonly CoursePoint[];
}

/** A tick, repeat or end in time. */
export interface CoursePoint {
  readonly kind: 'tick' | 'repeat' | 'end';
  readonly span: number;
  readonly time: Millis;
  readonly judgedAt: Millis;
}

/**
 * Stable moves the ball from vertex to vertex in whole milliseconds: `spanStarts` has the unrounded time at which each
 * span begins (and the last one ends), `offsets` the time from there to each vertex. Lazer goes by the length of the way.
 */
export type BallMotion =
  | { readonly rules: 'stable'; readonly spanStarts: Float64Array; readonly offsets: Float64Array }
  | { readonly rules: 'lazer' };

/** What of the map a slider's times depend on. */
export interface CourseContext {
  readonly beatmap: Pick<Beatmap, 'formatVersion' | 'difficulty'>;
  readonly timing: Timing;
  readonly budget: Budget;
}

/** One way of laying a slider out in time; there is one for each set of rules. */
export type LayOut = (slider: Slider, path: SliderPath, context: CourseContext) => SliderCourse;
