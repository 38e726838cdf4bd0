import { roundToHundredths as round } from '../arithmetic.ts';
import { skipPoint, visibleBreaks } from '../beatmap/index.ts';
import { firstIndexWhere } from '../binary-search.ts';
import type { Habits } from '../habits/index.ts';
import type { Moment } from '../moments/index.ts';
import {
  type HitWindows,
  hitWindowsOf,
  type Judgement,
  type Play,
  type Press,
  type TimingSummary,
  timingSummaryOf,
} from '../play/index.ts';
import type { Strains } from '../pp/index.ts';
import type { ReplayFrames } from '../replay/index.ts';
import type { Millis, OsuPoint } from '../units.ts';
import type { MistakeAnalytics } from './mistake-analytics.ts';

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
  /** Average error of the early hits and of the others, in song milliseconds; null if there are none. */
  readonly hit_error_average: { readonly early: number | null; readonly late: number | null };
  /** Every hit by a press: its error (negative if early), and the cursor relative to the circle's centre. */
  readonly hits: readonly { readonly t: number; readonly error: number; readonly x: number; readonly y: number }[];
  readonly missed: readonly Miss[];
  /** One point per change. */
  readonly accuracy_over_time: readonly { readonly t: number; readonly accuracy: number }[];
  /** One point per change; empty for a map that cannot be rated. */
  readonly pp_over_time: readonly { readonly t: number; readonly pp: number }[];
  /** One point per change. */
  readonly combo_over_time: readonly { readonly t: number; readonly combo: number }[];
  /** One point per change. */
  readonly score_over_time: readonly { readonly t: number; readonly score: number }[];
  /** The peak strain of each section; empty for a map that cannot be rated. */
  readonly strain_over_time: readonly StrainSection[];
  /** In osu! pixels, with mods. */
  readonly circle_radius: number;
  /** The largest error for each result, in song milliseconds. */
  readonly hit_windows: HitWindows;
  /** Song milliseconds per real millisecond; the average if the rate changes. */
  readonly clock_rate: number;
  readonly breaks: readonly { readonly start: number; readonly end: number }[];
  /** Where the game's skip button leads to; null if the intro is too short to skip. */
  readonly intro_ends_at: number | null;
  /** How the play was aimed, timed and pressed. */
  readonly habits?: Habits;
  /** Every judgement below the best one, with its cause and cost. */
  readonly mistakes?: readonly MistakeAnalytics[];
  /** Periods that are worth watching by themselves. */
  readonly moments?: readonly Moment[];
  /** The song time at which the video begins, and its speed: the page links plots to the video with them. */
  readonly video?: {
    readonly starts_at: number;
    readonly clock_rate: number;
    readonly pieces?: readonly {
      readonly starts_at: number;
      readonly ends_at: number;
      readonly video_starts_at: number;
    }[];
  };
}

/** Time, position and object of a miss. */
export interface Miss {
  readonly t: number;
  readonly x: number;
  readonly y: number;
  readonly object: number;
  /** Where the cursor was, relative to the centre of the object; absent for spinners. */
  readonly aim?: { readonly x: number; readonly y: number };
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

type JudgedPlay = Pick<Play, 'judgements' | 'totals' | 'result' | 'map' | 'presses'>;

/** Computes the analytics of a judged play. */
export function playAnalytics(play: JudgedPlay, rating: Rating, frames: ReplayFrames): PlayAnalytics {
  const { judgements, totals, result, map } = play;
  const { pp } = rating;
  const windows = hitWindowsOf(map);
  // A press can also cause a miss, which is no hit.
  const hits = judgements.flatMap(({ time, result: judged, hitError, aimOffset }) =>
    judged === 'miss' || hitError === null || aimOffset === null
      ? []
      : [{ t: round(time), error: round(hitError), x: round(aimOffset.x), y: round(aimOffset.y) }],
  );
  const { breaks, introEnd } = mapMarks(map);
  const errors = hits.map(({ error }) => error);
  return {
    accuracy: result.accuracy,
    unstable_rate: round(result.unstableRate),
    timing: roundedTiming(timingSummaryOf(play)),
    hit_error_average: {
      early: average(errors.filter((error) => error < 0)),
      late: average(errors.filter((error) => error >= 0)),
    },
    hits,
    missed: missesOf(play).map((judgement) => missOf(judgement, { play, frames, windows })),
    accuracy_over_time: changePoints(totals.times, totals.accuracy, 1e6).map(([t, accuracy]) => ({ t, accuracy })),
    pp_over_time: pp === null ? [] : changePoints(totals.times, pp, 100).map(([t, points]) => ({ t, pp: points })),
    combo_over_time: changePoints(totals.times, totals.combo, 1).map(([t, combo]) => ({ t, combo })),
    score_over_time: changePoints(totals.times, totals.score, 1).map(([t, score]) => ({ t, score })),
    strain_over_time: strainsOverTime(map, rating.strains),
    circle_radius: round(map.radius),
    hit_windows: windows,
    clock_rate: map.clockRate,
    breaks: breaks.map(({ start, end }) => ({ start: round(start), end: round(end) })),
    intro_ends_at: introEnd === null ? null : round(introEnd),
  };
}

/** The judgements that are misses. Which results count depends on the rules, so the running count is compared. */
export function missesOf({ judgements, totals }: Pick<Play, 'judgements' | 'totals'>): readonly Judgement[] {
  return judgements.filter((_, i) => totals.misses[i]! > (totals.misses[i - 1] ?? 0));
}

/** The parts of a map without objects: its breaks and its intro, whose end is null if it is too short to skip. */
export function mapMarks(map: Play['map']) {
  return {
    breaks: visibleBreaks(map.beatmap),
    introEnd: skipPoint(map),
  };
}

interface MissContext {
  readonly play: JudgedPlay;
  readonly frames: ReplayFrames;
  readonly windows: HitWindows;
}

function missOf(judgement: Judgement, context: MissContext): Miss {
  const { time, at, object } = judgement;
  const aim = aimOfMiss(judgement, context);
  return {
    t: round(time),
    x: round(at.x),
    y: round(at.y),
    object,
    ...(aim && { aim: { x: round(aim.x), y: round(aim.y) } }),
  };
}

/**
 * The cursor relative to a missed object: at the press that caused the miss, else at the press nearest in time that hit
 * nothing, else at the object's time.
 */
function aimOfMiss({ object: index, aimOffset }: Judgement, { play, frames, windows }: MissContext): OsuPoint | null {
  const object = play.map.objects[index];
  if (aimOffset !== null || object === undefined || object.kind === 'spinner') return aimOffset;
  const { startTime, at } = object;
  const cursor = missedPress(play.presses, startTime, windows.meh)?.at ?? cursorAt(frames, startTime);
  return cursor && { x: cursor.x - at.x, y: cursor.y - at.y };
}

/** The press without a hit that is nearest to a time, at most `within` away. */
function missedPress(presses: readonly Press[], t: Millis, within: Millis): Press | null {
  let nearest: Press | null = null;
  for (let i = firstIndexWhere(0, presses.length, (at) => presses[at]!.time >= t - within); i < presses.length; i++) {
    const press = presses[i]!;
    if (press.time > t + within) break;
    const isNearer = nearest === null || Math.abs(press.time - t) < Math.abs(nearest.time - t);
    if (press.outcome !== 'hit' && isNearer) nearest = press;
  }
  return nearest;
}

/** The cursor in the last frame at or before a time; null before the first. */
function cursorAt({ times, xs, ys }: ReplayFrames, t: Millis): OsuPoint | null {
  const i = firstIndexWhere(0, times.length, (at) => times[at]! > t) - 1;
  return i < 0 ? null : { x: xs[i]!, y: ys[i]! };
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
    const value = Math.round(exact * steps) / steps + 0;
    if (points.at(-1)?.[1] !== value) points.push([round(times[i]!), value]);
  });
  return points;
}

function roundedTiming(timing: TimingSummary | null): PlayAnalytics['timing'] {
  if (timing === null) return null;
  const { unstableRate, early, late } = timing;
  return { unstable_rate: round(unstableRate), early: early && round(early), late: late && round(late) };
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
