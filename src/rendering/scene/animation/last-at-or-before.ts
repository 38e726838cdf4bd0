import type { Millis } from '../../../game/units.ts';

/** The index of the last time at or before t in an ascending array; -1 before the first. */
export function lastAtOrBefore(times: Float64Array, t: Millis): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
