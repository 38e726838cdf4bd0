/** Limits a value to the range from `min` to `max`. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Rounds to an integer, and halves to the even one, as .NET does. */
export function roundHalfToEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

/** Rounds to two decimals, which are finer than anything in a replay; never returns −0. */
export function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
