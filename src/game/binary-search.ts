import type { Millis } from './units.ts';

/** The first index from `low` on at which a condition holds, if it then holds for all later ones; `high` if there is none. */
export function firstIndexWhere(low: number, high: number, holds: (index: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * The index of the last time at or before t in an ascending array; -1 before the first. Every frame of a video does this
 * many times, so it compares without a function.
 */
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
