import { lastAtOrBefore } from '../../../game/binary-search.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';
import { lerp, progressBetween } from '../animation/easing.ts';
import type { CursorPath } from './cursor-path.ts';

/** The distance travelled by each frame, in osu! pixels; used to place stamps evenly along the path. */
export interface Distances {
  readonly path: CursorPath;
  readonly byFrame: Float64Array;
}

/** Sums up the distances along a path. */
export function distancesOf(path: CursorPath): Distances {
  const { times, xs, ys } = path;
  const byFrame = new Float64Array(times.length);
  for (let i = 1; i < times.length; i++) {
    byFrame[i] = byFrame[i - 1]! + Math.hypot(xs[i]! - xs[i - 1]!, ys[i]! - ys[i - 1]!);
  }
  return { path, byFrame };
}

/** The distance travelled by a time. */
export function distanceAt({ path: { times }, byFrame }: Distances, t: Millis): number {
  const i = lastAtOrBefore(times, t);
  if (i < 0) return 0;
  const next = Math.min(i + 1, times.length - 1);
  return lerp(byFrame[i]!, byFrame[next]!, i === next ? 0 : progressBetween(t, times[i]!, times[next]!));
}

/** Where and when the cursor first reached a distance. */
export function pointAtDistance(
  { path: { times, xs, ys }, byFrame }: Distances,
  distance: number,
): { at: OsuPoint; time: Millis } {
  let low = 0;
  let high = byFrame.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byFrame[middle]! >= distance) high = middle;
    else low = middle + 1;
  }
  const before = Math.max(low - 1, 0);
  const fraction = before === low ? 0 : progressBetween(distance, byFrame[before]!, byFrame[low]!);
  return {
    at: { x: lerp(xs[before]!, xs[low]!, fraction), y: lerp(ys[before]!, ys[low]!, fraction) },
    time: lerp(times[before]!, times[low]!, fraction),
  };
}
