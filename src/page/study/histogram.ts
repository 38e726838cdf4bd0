/** Counts in bins of equal width around zero. */
export interface Histogram {
  /** The middle of each bin. */
  readonly middles: readonly number[];
  readonly counts: readonly number[];
}

const maxBinsPerSide = 200;

/** Counts every error; the outermost bins hold the largest errors. */
export function histogramOf(errors: readonly number[], binMs: number): Histogram {
  const maxError = errors.reduce((max, error) => Math.max(max, Math.abs(error)), 0);
  const binsPerSide = Math.min(maxBinsPerSide, Math.max(1, Math.round(maxError / binMs)));
  const counts = new Array<number>(2 * binsPerSide + 1).fill(0);
  for (const error of errors) {
    const bin = binsPerSide + Math.max(-binsPerSide, Math.min(binsPerSide, Math.round(error / binMs)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { middles: counts.map((_, i) => (i - binsPerSide) * binMs), counts };
}
