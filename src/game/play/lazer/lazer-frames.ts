import type { ReplayFrames } from '../../replay/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';

/** Lazer skips frames that go back in time (rule FR4). */
export function forwardFrames(frames: ReplayFrames): ReplayFrames {
  const kept: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < frames.count; i++) {
    if (frames.times[i]! < latest) continue;
    latest = frames.times[i]!;
    kept.push(i);
  }
  if (kept.length === frames.count) return frames;
  return {
    count: kept.length,
    times: Float64Array.from(kept, (i) => frames.times[i]!),
    xs: Float32Array.from(kept, (i) => frames.xs[i]!),
    ys: Float32Array.from(kept, (i) => frames.ys[i]!),
    keys: Uint8Array.from(kept, (i) => frames.keys[i]!),
  };
}

/** Between two frames the cursor moves in a straight line (rule FR5). */
export function cursorBetween(frames: ReplayFrames, frame: number, time: Millis): OsuPoint {
  const next = Math.min(frame + 1, frames.count - 1);
  const from = frames.times[frame]!;
  const to = frames.times[next]!;
  const progress = to > from ? (time - from) / (to - from) : 0;
  return {
    x: frames.xs[frame]! + (frames.xs[next]! - frames.xs[frame]!) * progress,
    y: frames.ys[frame]! + (frames.ys[next]! - frames.ys[frame]!) * progress,
  };
}
