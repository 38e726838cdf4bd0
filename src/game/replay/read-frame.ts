import type { Millis } from '../units.ts';
import type { ReplayFrames } from './replay.ts';

/** One frame of a replay. */
export interface ReplayFrame {
  readonly time: Millis;
  readonly x: number;
  readonly y: number;
  readonly keys: number;
}

/** Reads a frame from its columns; the index must be less than `frames.count`. */
export function readFrame(frames: ReplayFrames, index: number): ReplayFrame {
  return {
    time: frames.times[index] ?? 0,
    x: frames.xs[index] ?? 0,
    y: frames.ys[index] ?? 0,
    keys: frames.keys[index] ?? 0,
  };
}
