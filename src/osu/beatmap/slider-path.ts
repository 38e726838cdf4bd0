import type { OsuPoint } from '../units.ts';

/** A flattened slider path, relative to the slider's head, cut or extended to its length. */
export interface SliderPath {
  readonly points: readonly OsuPoint[];
  /** Distance along the path to each point; the last is the path's length. */
  readonly distances: Float64Array;
  readonly length: number;
}
