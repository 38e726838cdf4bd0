import type { PlayableMap } from '../../../game/beatmap/index.ts';
import { forwardFrames, playedFrames } from '../../../game/play/index.ts';
import type { Replay } from '../../../game/replay/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';
import { lerp, progressBetween } from '../animation/easing.ts';
import { lastAtOrBefore } from '../animation/tween.ts';

/** The way the cursor took: straight lines between the frames of the replay, none of which goes back in time. */
export interface CursorPath {
  readonly times: Float64Array;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly keys: Uint8Array;
}

export function cursorPath(replay: Replay, map: PlayableMap): CursorPath {
  return forwardFrames(playedFrames(replay.frames, map.beatmap.formatVersion));
}

/** Null without a single frame; before the first and after the last the cursor rests. */
export function cursorAt({ times, xs, ys }: CursorPath, t: Millis): OsuPoint | null {
  if (times.length === 0) return null;
  const i = lastAtOrBefore(times, t);
  if (i < 0) return { x: xs[0]!, y: ys[0]! };
  if (i === times.length - 1) return { x: xs[i]!, y: ys[i]! };
  const share = progressBetween(t, times[i]!, times[i + 1]!);
  return { x: lerp(xs[i]!, xs[i + 1]!, share), y: lerp(ys[i]!, ys[i + 1]!, share) };
}

/** Beyond this many lags the past counts for less than a thousandth. */
const memory = 7;

/**
 * Where something is that always closes in on the cursor, the faster the further it lags behind: the mean of where the
 * cursor has been, the past counting e-fold less for every `lag`. Summed exactly, line by line, so that it needs no
 * frame before.
 */
export function laggingAt(way: CursorPath, lag: Millis, t: Millis): OsuPoint {
  let end = cursorAt(way, t) ?? { x: 256, y: 192 };
  if (!(lag > 0)) return end;
  let x = 0;
  let y = 0;
  let until = t;
  let weight = 1;
  for (let i = lastAtOrBefore(way.times, t); i >= 0 && t - until < memory * lag; i--) {
    const from = way.times[i]!;
    const start = { x: way.xs[i]!, y: way.ys[i]! };
    const length = until - from;
    if (length > 0) {
      // The integral of a line under a falling exponential: of its two ends, and of its slope.
      const left = weight * Math.exp(-length / lag);
      const slope = ((weight - left) * lag) / length;
      x += end.x * (weight - slope) + start.x * (slope - left);
      y += end.y * (weight - slope) + start.y * (slope - left);
      weight = left;
    }
    until = from;
    end = start;
  }
  return { x: x + end.x * weight, y: y + end.y * weight };
}
