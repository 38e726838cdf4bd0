/** Counts in bins of equal width around zero. */
export interface Histogram {
  readonly binMs: number;
  /** The middle of each bin. */
  readonly middles: readonly number[];
  readonly counts: readonly number[];
  /** The errors beyond the bins. */
  readonly outside: { readonly early: number; readonly late: number };
}

const binsPerSide = 20;

/** Counts the errors up to `limit` in both directions. */
export function histogramOf(errors: readonly number[], limit: number): Histogram {
  const binMs = Math.max(1, Math.ceil(limit / binsPerSide));
  const sideBins = Math.ceil((limit - binMs / 2) / binMs);
  const counts = new Array<number>(2 * sideBins + 1).fill(0);
  const outside = { early: 0, late: 0 };
  for (const error of errors) {
    const bin = sideBins + Math.round(error / binMs);
    if (Math.abs(error) > limit || counts[bin] === undefined) outside[error < 0 ? 'early' : 'late']++;
    else counts[bin]++;
  }
  return { binMs, middles: counts.map((_, i) => (i - sideBins) * binMs), counts, outside };
}
