// An interval of columns of a screen row, narrowed to the part inside straight sides.

/** The columns from `intervalStart` up to, not including, `intervalEnd`. */
export let intervalStart: f64 = 0;
export let intervalEnd: f64 = 0;

/** Begins with the columns of a box. @inline */
export function beginInterval(from: f64, to: f64): void {
  intervalStart = from;
  intervalEnd = to;
}

/** Narrows the interval to the columns x where start + x·step lies in [low, high). @inline */
export function narrowInterval(start: f64, step: f64, low: f64, high: f64): void {
  if (step !== 0) {
    const e0 = (low - start) / step;
    const e1 = (high - start) / step;
    intervalStart = Math.max(intervalStart, Math.min(e0, e1));
    intervalEnd = Math.min(intervalEnd, Math.max(e0, e1));
  } else if (start < low || start >= high) intervalEnd = intervalStart;
}
