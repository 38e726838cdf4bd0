import type { Analytics } from '../../contract/index.ts';

/** A series over song time, ready for a plot: equally long columns. */
export interface Series {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** What the plots show of a judged play. */
export interface StudyData {
  readonly hits: {
    readonly times: Float64Array;
    readonly errors: Float64Array;
    readonly xs: Float64Array;
    readonly ys: Float64Array;
  };
  readonly misses: readonly { readonly t: number; readonly x: number; readonly y: number }[];
  readonly unstableRate: number;
  readonly accuracy: Series;
  readonly combo: Series;
  readonly pp: Series;
  readonly health: Series;
  readonly strain: { readonly times: Float64Array; readonly aim: Float64Array; readonly speed: Float64Array };
  readonly cursor: {
    readonly times: Float64Array;
    readonly xs: Float64Array;
    readonly ys: Float64Array;
    readonly keys: Uint8Array;
  };
  readonly circleRadius: number;
  /** From the first to the last thing that is known of. */
  readonly span: { readonly start: number; readonly end: number };
}

/** Null until a worker has judged the play. */
export function studyDataOf(analytics: Analytics): StudyData | null {
  const { hits, missed, unstable_rate, accuracy_over_time, frames, life_bar } = analytics;
  if (hits === undefined || missed === undefined || accuracy_over_time === undefined) return null;
  const strain = analytics.strain_over_time ?? [];
  const times = frames.map(({ t }) => t);
  return {
    hits: {
      times: column(hits, ({ t }) => t),
      errors: column(hits, ({ error }) => error),
      xs: column(hits, ({ x }) => x),
      ys: column(hits, ({ y }) => y),
    },
    misses: missed,
    unstableRate: unstable_rate ?? 0,
    accuracy: series(accuracy_over_time, ({ accuracy }) => accuracy * 100),
    combo: series(analytics.combo_over_time ?? [], ({ combo }) => combo),
    pp: series(analytics.pp_over_time ?? [], ({ pp }) => pp),
    health: {
      times: column(life_bar, ({ time }) => time),
      values: column(life_bar, ({ health }) => health * 100),
    },
    strain: {
      times: column(strain, ({ t }) => t),
      aim: column(strain, ({ aim }) => aim),
      speed: column(strain, ({ speed }) => speed),
    },
    cursor: {
      times: Float64Array.from(times),
      xs: column(frames, ({ x }) => x),
      ys: column(frames, ({ y }) => y),
      keys: Uint8Array.from(frames, ({ keys }) => keys),
    },
    circleRadius: analytics.circle_radius ?? 32,
    span: { start: Math.min(0, hits[0]?.t ?? 0), end: Math.max(0, hits.at(-1)?.t ?? 0, missed.at(-1)?.t ?? 0) },
  };
}

function series<T extends { readonly t: number }>(points: readonly T[], value: (point: T) => number): Series {
  return { times: column(points, ({ t }) => t), values: column(points, value) };
}

function column<T>(rows: readonly T[], value: (row: T) => number): Float64Array {
  return Float64Array.from(rows, value);
}
