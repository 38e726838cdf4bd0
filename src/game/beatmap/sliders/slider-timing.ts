import type { Millis } from '../../units.ts';
import type { Beatmap, Slider } from '../beatmap.ts';
import type { SliderPath } from '../curves/slider-path.ts';
import type { Timing } from '../timing.ts';
import type { WorkBudget } from '../work-budget.ts';

/** When a slider's ball is where, before anything is placed on the field. */
export interface SliderTiming {
  readonly spans: number;
  readonly endTime: Millis;
  readonly spanDuration: Millis;
  /** Osu! pixels a millisecond. */
  readonly velocity: number;
  readonly motion: BallMotion;
  readonly points: readonly SliderPointTiming[];
}

/** A tick, repeat or end in time. */
export interface SliderPointTiming {
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
export interface SliderTimingContext {
  readonly beatmap: Pick<Beatmap, 'formatVersion' | 'difficulty'>;
  readonly timing: Timing;
  readonly budget: WorkBudget;
}

/** One way of laying a slider out in time; there is one for each set of rules. */
export type ComputeSliderTiming = (slider: Slider, path: SliderPath, context: SliderTimingContext) => SliderTiming;
