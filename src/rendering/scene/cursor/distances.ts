import type { Millis, OsuPoint } from '../../../game/units.ts';
import { lerp, progressBetween } from '../animation/easing.ts';
import { lastAtOrBefore } from '../animation/tween.ts';
import type { CursorPath } from './cursor-path.ts';

/** How far the cursor had come by each frame, in osu! pixels: what lies along its way at even distances. */
export interface Distances {
  readonly way: CursorPath;
  readonly byFrame: Float64Array;
}

export function distancesOf(way: CursorPath): Distances {
  const { times, xs, ys } = way;
  const byFrame = new Float64Array(times.length);
  for (let i = 1; i < times.length; i++) {
    byFrame[i] = byFrame[i - 1]! + Math.hypot(xs[i]! - xs[i - 1]!, ys[i]! - ys[i - 1]!);
  }
  return { way, byFrame };
}

export function distanceAt({ way: { times }, byFrame }: Distances, t: Millis): number {
  const i = lastAtOrBefore(times, t);
  if (i < 0) return 0;
  const next = Math.min(i + 1, times.length - 1);
  return lerp(byFrame[i]!, byFrame[next]!, i === next ? 0 : progressBetween(t, times[i]!, times[next]!));
}

/** Where and when the cursor first had come so far; it may rest there for long. */
export function placeAt(
  { way: { times, xs, ys }, byFrame }: Distances,
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
  const share = before === low ? 0 : progressBetween(distance, byFrame[before]!, byFrame[low]!);
  return {
    at: { x: lerp(xs[before]!, xs[low]!, share), y: lerp(ys[before]!, ys[low]!, share) },
    time: lerp(times[before]!, times[low]!, share),
  };
}
