import type { Analytics } from '../../contract/index.ts';

/** A value over song time, as the columns that a chart needs. */
export interface Series {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** A hit: song time, timing error in milliseconds, and aim error relative to the centre of the circle in osu! pixels. */
export type Hit = NonNullable<Analytics['hits']>[number];

/** A frame of the replay. */
export type Frame = Analytics['frames'][number];

/** The analysed replay that the charts show. */
export interface StudyData {
  readonly hits: readonly Hit[];
  readonly misses: readonly { readonly t: number; readonly x: number; readonly y: number }[];
  readonly unstableRate: number;
  readonly errors: Series;
  readonly accuracy: Series;
  readonly combo: Series;
  readonly pp: Series;
  readonly health: Series;
  readonly strain: { readonly times: Float64Array; readonly aim: Float64Array; readonly speed: Float64Array };
  readonly frames: readonly Frame[];
  readonly circleRadius: number;
  /** From the first to the last hit or miss. */
  readonly span: { readonly start: number; readonly end: number };
}

/** Null until a worker has analysed the replay. */
export function studyDataOf(analytics: Analytics): StudyData | null {
  const { hits, missed, unstable_rate, accuracy_over_time, frames, life_bar } = analytics;
  if (hits === undefined || missed === undefined || accuracy_over_time === undefined) return null;
  const strain = analytics.strain_over_time ?? [];
  return {
    hits,
    misses: missed,
    // Analytics of earlier versions have the rate in song time only.
    unstableRate: analytics.timing?.unstable_rate ?? unstable_rate ?? 0,
    errors: series(hits, ({ error }) => error),
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
    frames,
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
