// The part of a row of the screen that lies within straight sides.

/** Columns from `stretchFrom` up to, not including, `stretchTo`. */
export let stretchFrom: f64 = 0;
export let stretchTo: f64 = 0;

@inline export function beginStretch(from: f64, to: f64): void {
  stretchFrom = from;
  stretchTo = to;
}

/** Narrows the stretch to where start + x·step lies in [low, high). */
@inline export function within(start: f64, step: f64, low: f64, high: f64): void {
  if (step != 0) {
    const e0 = (low - start) / step;
    const e1 = (high - start) / step;
    stretchFrom = Math.max(stretchFrom, Math.min(e0, e1));
    stretchTo = Math.min(stretchTo, Math.max(e0, e1));
  } else if (start < low || start >= high) stretchTo = stretchFrom;
}
