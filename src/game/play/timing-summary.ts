import type { Play } from './play.ts';

/** How exactly a play was timed. All numbers count at the original speed of the song, whatever the mods. */
export interface TimingSummary {
  readonly unstableRate: number;
  /** The mean error of the early hits in milliseconds, negative; null if there are none. */
  readonly early: number | null;
  /** The mean error of the other hits; null if there are none. */
  readonly late: number | null;
}

/** Returns the timing of a play; null if nothing was hit. */
export function timingSummaryOf({
  judgements,
  result,
  map,
}: Pick<Play, 'judgements' | 'result' | 'map'>): TimingSummary | null {
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
