/** Counts in equally wide bins around zero. */
export interface Histogram {
  /** Middle of each bin. */
  readonly middles: readonly number[];
  readonly counts: readonly number[];
}

/** Every error falls into a bin: the outermost bins are as far out as the farthest error, up to a bound. */
export function histogramOf(errors: Float64Array, binMs: number): Histogram {
  const farthest = errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0);
  const reach = Math.min(mostBins, Math.max(1, Math.round(farthest / binMs)));
  const counts = new Array<number>(2 * reach + 1).fill(0);
  for (const error of errors) {
    const bin = Math.max(-reach, Math.min(reach, Math.round(error / binMs)));
    counts[bin + reach]!++;
  }
  return { middles: counts.map((_, i) => (i - reach) * binMs), counts };
}

const mostBins = 200;
