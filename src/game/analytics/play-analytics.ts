import type { Play } from '../play/index.ts';
import type { Millis } from '../units.ts';

/** What only a judged play tells: keys that stand beside those of the replay's own analytics. */
export interface PlayAnalytics {
  /** 0 to 1. */
  readonly accuracy: number;
  /** Ten times the standard deviation of the hit errors, in song milliseconds. */
  readonly unstable_rate: number;
  /** Of the early and of the late hits, in milliseconds; null without any. */
  readonly hit_error_average: { readonly early: number | null; readonly late: number | null };
  /** Every hit by a press: how late (below 0: early), and where the cursor was, seen from the circle's centre. */
  readonly hits: readonly { readonly t: number; readonly error: number; readonly x: number; readonly y: number }[];
  /** When and where each miss was, and of which object. */
  readonly missed: readonly { readonly t: number; readonly x: number; readonly y: number; readonly object: number }[];
  /** One point wherever it changed. */
  readonly accuracy_over_time: readonly { readonly t: number; readonly accuracy: number }[];
  /** One point wherever it changed; empty for a map that cannot be rated. */
  readonly pp_over_time: readonly { readonly t: number; readonly pp: number }[];
  /** One point wherever it changed. */
  readonly combo_over_time: readonly { readonly t: number; readonly combo: number }[];
  /** The peak of each section that begins at `t`; empty for a map that cannot be rated. */
  readonly strain_over_time: readonly StrainSection[];
  /** In osu! pixels, as played. */
  readonly circle_radius: number;
  /** Which song time a video begins at and how fast it goes, for those who look from a plot into the video. */
  readonly video?: { readonly starts_at: number; readonly clock_rate: number };
}

/** How hard a section of the map is that begins at `t`. */
export interface StrainSection {
  readonly t: Millis;
  readonly aim: number;
  readonly speed: number;
}

/** What a calculator of performance points knows of a play; null for a map it cannot rate. */
export interface Rating {
  /** The points right after each judgement. */
  readonly pp: Float64Array | null;
  /** Sections of so many real milliseconds; the first one ends after the second object. */
  readonly strains: { readonly sectionMs: number; readonly aim: Float64Array; readonly speed: Float64Array } | null;
}

export function playAnalytics(
  play: Pick<Play, 'judgements' | 'totals' | 'result' | 'map'>,
  rating: Rating,
): PlayAnalytics {
  const { judgements, totals, result, map } = play;
  const { pp } = rating;
  const hits = judgements.flatMap(({ time, hitError, aimOffset }) =>
    hitError === null || aimOffset === null
      ? []
      : [{ t: round(time), error: round(hitError), x: round(aimOffset.x), y: round(aimOffset.y) }],
  );
  // Which results count as misses is a matter of the rules; the running count has it.
  const missed = judgements.filter((_, i) => totals.misses[i]! > (totals.misses[i - 1] ?? 0));
  const errors = hits.map(({ error }) => error);
  return {
    accuracy: result.accuracy,
    unstable_rate: round(result.unstableRate),
    hit_error_average: {
      early: average(errors.filter((error) => error < 0)),
      late: average(errors.filter((error) => error > 0)),
    },
    hits,
    missed: missed.map(({ time, at, object }) => ({ t: round(time), x: round(at.x), y: round(at.y), object })),
    accuracy_over_time: changePoints(totals.times, totals.accuracy, 1e6).map(([t, accuracy]) => ({ t, accuracy })),
    pp_over_time: pp === null ? [] : changePoints(totals.times, pp, 100).map(([t, points]) => ({ t, pp: points })),
    combo_over_time: changePoints(totals.times, totals.combo, 1).map(([t, combo]) => ({ t, combo })),
    strain_over_time: strainsOverTime(map, rating.strains),
    circle_radius: round(map.radius),
  };
}

/** The game's sections lie on a grid of real time, and its first difficulty is that of the second object. */
export function strainsOverTime({ objects, clockRate }: Play['map'], strains: Rating['strains']): StrainSection[] {
  if (strains === null) return [];
  const { sectionMs, aim, speed } = strains;
  const first = Math.ceil((objects[1]?.startTime ?? 0) / clockRate / sectionMs) - 1;
  return Array.from(aim, (peak, i) => ({
    t: round((first + i) * sectionMs * clockRate),
    aim: round(peak),
    speed: round(speed[i] ?? 0),
  }));
}

/** The first value and every other one, each with its time, in steps of 1/`steps`. */
function changePoints(
  times: Float64Array,
  values: Float64Array | Uint32Array,
  steps: number,
): [time: number, value: number][] {
  const points: [number, number][] = [];
  values.forEach((exact, i) => {
    const value = round(exact, steps);
    if (points.at(-1)?.[1] !== value) points.push([round(times[i]!), value]);
  });
  return points;
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** To two decimals, finer than anything a replay records, and never −0. */
function round(value: number, steps = 100): number {
  return Math.round(value * steps) / steps + 0;
}
