import type { Millis } from '../../units.ts';
import type { Beatmap, Slider } from '../beatmap.ts';
import type { SliderPath } from '../curves/slider-path.ts';
import type { Timing } from '../timing.ts';
import type { WorkBudget } from '../work-budget.ts';

/** A slider in time: how long it takes, how its ball moves and when its points are reached. */
export interface SliderTiming {
  readonly spans: number;
  readonly endTime: Millis;
  readonly spanDuration: Millis;
  /** Osu! pixels per millisecond. */
  readonly velocity: number;
  /** Input of `ballAt`. */
  readonly motion: BallMotion;
  readonly points: readonly SliderPointTiming[];
}

/** When a tick, repeat or end is reached and judged. */
export interface SliderPointTiming {
  readonly kind: 'tick' | 'repeat' | 'end';
  readonly span: number;
  readonly time: Millis;
  /** Up to 36 ms before `time` for the end of a stable slider; otherwise the same. */
  readonly judgedAt: Millis;
}

/**
 * How the ball moves. Stable moves it from vertex to vertex in whole milliseconds: `spanStarts` holds the unrounded time
 * at which each span begins (and the last one ends), `offsets` the time from there to each vertex. Lazer moves it by
 * distance along the path.
 */
export type BallMotion =
  | { readonly rules: 'stable'; readonly spanStarts: Float64Array; readonly offsets: Float64Array }
  | { readonly rules: 'lazer' };

/** The parts of the map that determine a slider's timing. */
export interface SliderTimingContext {
  readonly beatmap: Pick<Beatmap, 'formatVersion' | 'difficulty'>;
  readonly timing: Timing;
  readonly budget: WorkBudget;
}

/** Computes a slider's timing; stable and lazer have one function each. */
export type ComputeSliderTiming = (slider: Slider, path: SliderPath, context: SliderTimingContext) => SliderTiming;
