import { type ReplayFrame, type ReplayFrames, readFrame } from '../../replay/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';

/** Lazer skips frames that go back in time (rule FR4). */
export function forwardFrames(frames: ReplayFrames): ReplayFrames {
  const kept: ReplayFrame[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < frames.count; i++) {
    const frame = readFrame(frames, i);
    if (frame.time < latest) continue;
    latest = frame.time;
    kept.push(frame);
  }
  if (kept.length === frames.count) return frames;
  return {
    count: kept.length,
    times: Float64Array.from(kept, ({ time }) => time),
    xs: Float32Array.from(kept, ({ x }) => x),
    ys: Float32Array.from(kept, ({ y }) => y),
    keys: Uint8Array.from(kept, ({ keys }) => keys),
  };
}

/** Between two frames the cursor moves in a straight line (rule FR5). */
export function cursorBetween(from: ReplayFrame, to: ReplayFrame, time: Millis): OsuPoint {
  const progress = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0;
  return { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress };
}
