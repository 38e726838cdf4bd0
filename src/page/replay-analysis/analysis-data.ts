import type { Analytics } from '../../contract/index.ts';
import type { Moment } from '../../game/moments/index.ts';
import { isClip, type ShownPart } from '../shown-part.ts';
import { formatDuration } from '../words/numbers.ts';
import { limitToPart } from './clip-part.ts';
import { type ListedMistake, mistakesOf } from './mistakes/mistake-data.ts';

/** A value over song time, as the columns that a chart needs. */
export interface Series {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/**
 * A hit: song time, timing error in real milliseconds, and aim error relative to the centre of the circle in osu! pixels.
 */
export type Hit = NonNullable<Analytics['hits']>[number];

/** A miss: song time, position of the object, and where the cursor was relative to its centre if that is known. */
export type Miss = Pick<NonNullable<Analytics['missed']>[number], 't' | 'x' | 'y' | 'aim'>;

/** A frame of the replay. */
export type Frame = Analytics['frames'][number];

/** The largest error for each judgement, in real milliseconds. */
export type HitWindows = NonNullable<Analytics['hit_windows']>;

/** The analysed replay that the charts show. */
export interface AnalysisData {
  readonly hits: readonly Hit[];
  readonly misses: readonly Miss[];
  /** Null for analytics of earlier versions. */
  readonly mistakes: readonly ListedMistake[] | null;
  /** None for analytics of earlier versions. */
  readonly moments: readonly Moment[];
  /** Of the whole play; null for analytics of earlier versions. */
  readonly habits: Analytics['habits'] | null;
  /** Null for analytics of earlier versions. */
  readonly windows: HitWindows | null;
  /** Of the whole play, as the other results. */
  readonly unstableRate: number;
  readonly accuracy: Series;
  readonly combo: Series;
  readonly pp: Series;
  readonly health: Series;
  readonly strain: { readonly times: Float64Array; readonly aim: Float64Array; readonly speed: Float64Array };
  readonly frames: readonly Frame[];
  readonly circleRadius: number;
  /** Whether the video, and with it the charts, show only a part of the play. */
  readonly isClip: boolean;
  /** Whether the video shows several moments of the play, one after another. */
  readonly hasPieces: boolean;
  /** From the first to the last hit or miss; a clip from its start to its end. */
  readonly span: { readonly start: number; readonly end: number };
  /** Song milliseconds per real millisecond. */
  readonly clockRate: number;
  /** The song time in milliseconds at which the player shows 0:00, and the song milliseconds per millisecond it shows. */
  readonly shownTime: { readonly start: number; readonly rate: number };
  /** A song time as the player shows it. */
  readonly timeText: (t: number) => string;
}

/** The charts of the part that the video shows. Null until a worker has analysed the replay. */
export function analysisDataOf(whole: Analytics, part: ShownPart = {}): AnalysisData | null {
  const analytics = limitToPart(whole, part);
  const { hits, missed, accuracy_over_time, frames, life_bar, video } = analytics;
  if (hits === undefined || missed === undefined || accuracy_over_time === undefined) return null;
  const strain = analytics.strain_over_time ?? [];
  // Analytics of earlier versions have no rate.
  const clockRate = analytics.clock_rate ?? 1;
  // A video of several moments does not have all times of the charts, so these show those of the song.
  const start = video?.pieces ? 0 : (video?.starts_at ?? 0);
  const videoRate = video?.clock_rate ?? clockRate;
  const span = { ...spanOf([hits, missed]), ...part };
  return {
    hits: hits.map((hit) => ({ ...hit, error: hit.error / clockRate })),
    misses: missed,
    mistakes: mistakesOf(analytics),
    moments: analytics.moments ?? [],
    habits: analytics.habits ?? null,
    windows: analytics.hit_windows ? scaled(analytics.hit_windows, 1 / clockRate) : null,
    // Analytics of earlier versions have the rate in song time only.
    unstableRate: analytics.timing?.unstable_rate ?? analytics.unstable_rate ?? 0,
    accuracy: changes(accuracy_over_time, span.end, ({ accuracy }) => accuracy * 100),
    combo: changes(analytics.combo_over_time ?? [], span.end, ({ combo }) => combo),
    pp: changes(analytics.pp_over_time ?? [], span.end, ({ pp }) => pp),
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
    isClip: isClip(part),
    hasPieces: video?.pieces !== undefined,
    span,
    clockRate,
    shownTime: { start, rate: videoRate },
    timeText: (t) => formatDuration((t - start) / videoRate / 1000),
  };
}

function spanOf(lists: readonly (readonly { readonly t: number }[])[]): AnalysisData['span'] {
  const ends = lists.flatMap((list) => [list[0], list.at(-1)].flatMap((entry) => (entry ? [entry.t] : [])));
  return ends.length === 0 ? { start: 0, end: 1 } : { start: Math.min(...ends), end: Math.max(...ends) };
}

function scaled({ great, ok, meh }: HitWindows, factor: number): HitWindows {
  return { great: great * factor, ok: ok * factor, meh: meh * factor };
}

/** Values that are stored when they change: the last one is valid until the end, and may be the only one. */
function changes<T extends { readonly t: number }>(
  points: readonly T[],
  end: number,
  value: (point: T) => number,
): Series {
  const last = points.at(-1);
  const held = last !== undefined && last.t < end ? [...points, { ...last, t: end }] : points;
  return { times: column(held, ({ t }) => t), values: column(held, value) };
}

function column<T>(rows: readonly T[], value: (row: T) => number): Float64Array {
  return Float64Array.from(rows, value);
}
