/** Sums of values, from which mean and deviation follow. Sums of several plays add up, so no value has to be kept. */
export interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** The sums of some values. */
export function sumsOf(values: Iterable<number>): Sums {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    count++;
    sum += value;
    squares += value * value;
  }
  return { count, sum, squares };
}

/** The sums of the values of both. */
export function addSums(a: Sums, b: Sums): Sums {
  return { count: a.count + b.count, sum: a.sum + b.sum, squares: a.squares + b.squares };
}

/** Null without values. */
export function meanOf({ count, sum }: Sums): number | null {
  return count === 0 ? null : sum / count;
}

/** The standard deviation of the values; null for fewer than two, which have no spread. */
export function deviationOf({ count, sum, squares }: Sums): number | null {
  if (count < 2) return null;
  // Rounding can make the difference of equal values negative.
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
