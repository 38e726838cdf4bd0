import { type Play, type Timing, timingOf } from '../play/index.ts';
import type { Strains } from '../pp/index.ts';
import type { Millis } from '../units.ts';

/** Analytics of a judged play: additional keys beside those of `ReplayAnalytics`. */
export interface PlayAnalytics {
  /** 0 to 1. */
  readonly accuracy: number;
  /** Ten times the standard deviation of the hit errors, in song milliseconds. */
  readonly unstable_rate: number;
  /** At the original speed of the song, as the video shows it; null if nothing was hit. */
  readonly timing: {
    readonly unstable_rate: number;
    readonly early: number | null;
    readonly late: number | null;
  } | null;
  /** Average error of early and of late hits, in milliseconds; null if there are none. */
  readonly hit_error_average: { readonly early: number | null; readonly late: number | null };
  /** Every hit by a press: its error (negative if early), and the cursor relative to the circle's centre. */
  readonly hits: readonly { readonly t: number; readonly error: number; readonly x: number; readonly y: number }[];
  /** Time, position and object of each miss. */
  readonly missed: readonly { readonly t: number; readonly x: number; readonly y: number; readonly object: number }[];
  /** One point per change. */
  readonly accuracy_over_time: readonly { readonly t: number; readonly accuracy: number }[];
  /** One point per change; empty for a map that cannot be rated. */
  readonly pp_over_time: readonly { readonly t: number; readonly pp: number }[];
  /** One point per change. */
  readonly combo_over_time: readonly { readonly t: number; readonly combo: number }[];
  /** The peak strain of each section; empty for a map that cannot be rated. */
  readonly strain_over_time: readonly StrainSection[];
  /** In osu! pixels, with mods. */
  readonly circle_radius: number;
  /** The song time at which the video begins, and its speed: the page links plots to the video with them. */
  readonly video?: { readonly starts_at: number; readonly clock_rate: number };
}

/** The difficulty of a section of the map that begins at `t`. */
export interface StrainSection {
  readonly t: Millis;
  readonly aim: number;
  readonly speed: number;
}

/** Performance points and strains of a play; null for a map that cannot be rated. */
export interface Rating {
  /** The pp after each judgement. */
  readonly pp: Float64Array | null;
  readonly strains: Strains | null;
}

/** Computes the analytics of a judged play. */
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
  // Which results count as misses depends on the rules, so compare the running count.
  const missed = judgements.filter((_, i) => totals.misses[i]! > (totals.misses[i - 1] ?? 0));
  const errors = hits.map(({ error }) => error);
  return {
    accuracy: result.accuracy,
    unstable_rate: round(result.unstableRate),
    timing: roundedTiming(timingOf(play)),
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

/** Converts strain sections to song time. The game aligns sections to real time and starts at the second object. */
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

/** The first value and every change, with times; values are rounded to multiples of 1/`steps`. */
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

function roundedTiming(timing: Timing | null): PlayAnalytics['timing'] {
  if (timing === null) return null;
  const { unstableRate, early, late } = timing;
  return { unstable_rate: round(unstableRate), early: early && round(early), late: late && round(late) };
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Rounds to multiples of 1/`steps`; never returns −0. Two decimals are finer than anything in a replay. */
function round(value: number, steps = 100): number {
  return Math.round(value * steps) / steps + 0;
}
