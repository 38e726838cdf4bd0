import type { PlayableMap } from '../../../game/beatmap/index.ts';
import { lastAtOrBefore } from '../../../game/binary-search.ts';
import { forwardFrames, playedFrames } from '../../../game/play/index.ts';
import type { Replay } from '../../../game/replay/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';
import { lerp, progressBetween } from '../animation/easing.ts';

/** The cursor's path: straight lines between the frames of the replay, ordered by time. */
export interface CursorPath {
  readonly times: Float64Array;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly keys: Uint8Array;
}

/** Reads the cursor's path from a replay. */
export function createCursorPath(replay: Replay, map: PlayableMap): CursorPath {
  return forwardFrames(playedFrames(replay.frames, map.beatmap));
}

/**
 * The cursor's position; null for a replay without frames. It stays still before the first frame and after the last.
 */
export function cursorAt({ times, xs, ys }: CursorPath, t: Millis): OsuPoint | null {
  if (times.length === 0) return null;
  const i = lastAtOrBefore(times, t);
  if (i < 0) return { x: xs[0]!, y: ys[0]! };
  if (i === times.length - 1) return { x: xs[i]!, y: ys[i]! };
  const fraction = progressBetween(t, times[i]!, times[i + 1]!);
  return { x: lerp(xs[i]!, xs[i + 1]!, fraction), y: lerp(ys[i]!, ys[i + 1]!, fraction) };
}

/** After this many lags the past has a weight of less than a thousandth. */
const maxLags = 7;

/**
 * The position of something that follows the cursor, faster the further it lags behind: the average of the cursor's
 * past, with weights that fall by a factor of e for every `lag`. Integrated exactly, segment by segment, so that no
 * earlier frame is needed.
 */
export function delayedCursorAt(path: CursorPath, lag: Millis, t: Millis): OsuPoint {
  let end = cursorAt(path, t) ?? { x: 256, y: 192 };
  if (!(lag > 0)) return end;
  let x = 0;
  let y = 0;
  let until = t;
  let weight = 1;
  for (let i = lastAtOrBefore(path.times, t); i >= 0 && t - until < maxLags * lag; i--) {
    const from = path.times[i]!;
    const start = { x: path.xs[i]!, y: path.ys[i]! };
    const length = until - from;
    if (length > 0) {
      // The integral of a line weighted by a decaying exponential, from its two ends and its slope.
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
