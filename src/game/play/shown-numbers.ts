import type { Play } from './play.ts';

/** Returns the accuracy in percent with two decimals, as the client shows it: stable rounds, lazer rounds down. */
export function accuracyPercent(accuracy: number, rules: 'stable' | 'lazer'): number {
  const hundredths = accuracy * 10_000;
  // Multiplying may leave a value just below the exact one.
  return (rules === 'stable' ? Math.round(hundredths) : Math.floor(hundredths + 1e-6)) / 100;
}

/** How exactly a play was timed. All numbers count at the original speed of the song, whatever the mods. */
export interface Timing {
  readonly unstableRate: number;
  /** The mean error of the early hits in milliseconds, negative; null if there are none. */
  readonly early: number | null;
  /** The mean error of the other hits; null if there are none. */
  readonly late: number | null;
}

/** Returns the timing of a play; null if nothing was hit. */
export function timingOf({ judgements, result, map }: Pick<Play, 'judgements' | 'result' | 'map'>): Timing | null {
  const errors = judgements.flatMap(({ hitError, result: judged }) =>
    hitError === null || judged === 'miss' ? [] : [hitError / map.clockRate],
  );
  if (errors.length === 0) return null;
  return {
    unstableRate: result.unstableRate / map.clockRate,
    early: mean(errors.filter((error) => error < 0)),
    late: mean(errors.filter((error) => error >= 0)),
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
