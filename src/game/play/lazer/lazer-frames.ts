import type { ReplayFrame, ReplayFrames } from '../../replay/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';

/** Lazer skips frames that go back in time (rule FR4). */
export function forwardFrames(frames: ReplayFrames): ReplayFrames {
  if (!goesBack(frames)) return frames;
  const times = new Float64Array(frames.count);
  const xs = new Float32Array(frames.count);
  const ys = new Float32Array(frames.count);
  const keys = new Uint8Array(frames.count);
  let count = 0;
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < frames.count; i++) {
    const time = frames.times[i]!;
    if (time < latest) continue;
    latest = time;
    times[count] = time;
    xs[count] = frames.xs[i]!;
    ys[count] = frames.ys[i]!;
    keys[count] = frames.keys[i]!;
    count++;
  }
  const cut = [0, count] as const;
  return { count, times: times.slice(...cut), xs: xs.slice(...cut), ys: ys.slice(...cut), keys: keys.slice(...cut) };
}

function goesBack({ count, times }: ReplayFrames): boolean {
  for (let i = 1; i < count; i++) if (times[i]! < times[i - 1]!) return true;
  return false;
}

/** Between two frames the cursor moves in a straight line (rule FR5). */
export function cursorBetween(from: ReplayFrame, to: ReplayFrame, time: Millis): OsuPoint {
  const progress = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0;
  return { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress };
}
