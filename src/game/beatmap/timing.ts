import { firstIndexWhere } from '../binary-search.ts';
import type { Millis } from '../units.ts';
import type { Beatmap, Break, TimingPoint } from './beatmap.ts';

/** A map's timing points, prepared for lookups by time. */
export interface Timing {
  /** Sorted by time; at equal times the inherited point is last. */
  readonly points: readonly TimingPoint[];
  /** The uninherited points among them. */
  readonly uninheritedPoints: readonly TimingPoint[];
}

/** Prepares the timing points of a map for lookups. */
export function timingOf({ timingPoints }: Pick<Beatmap, 'timingPoints'>): Timing {
  return { points: timingPoints, uninheritedPoints: timingPoints.filter((point) => point.uninherited) };
}

/** The timing point that applies at a time: the last one at or before it, or the first one (rule TP1). */
export function timingPointAt({ points }: Timing, t: Millis): TimingPoint | null {
  return points[Math.max(lastIndexAtOrBefore(points, t), 0)] ?? null;
}

/** The uninherited point that applies at a time: it defines beat and meter (rule TP1). */
export function uninheritedPointAt({ uninheritedPoints: beats }: Timing, t: Millis): TimingPoint | null {
  return beats[Math.max(lastIndexAtOrBefore(beats, t), 0)] ?? null;
}

/** Milliseconds per beat; a map without timing points has 60 beats per minute, as in the game. */
export function beatLengthAt(timing: Timing, t: Millis): number {
  return uninheritedPointAt(timing, t)?.beatLength ?? 1000;
}

/** 1 / slider velocity: how many times longer a slider takes than at velocity 1, from 0.1 to 10 (rule TP2). */
export function inverseSliderVelocityAt(timing: Timing, t: Millis): number {
  const point = timingPointAt(timing, t);
  if (point === null || point.uninherited || !(point.beatLength < 0)) return 1;
  return Math.min(Math.max(Math.fround(-point.beatLength), 10), 1000) / 100;
}

/** Whether sliders that start at a time have ticks: a point with beat length NaN removes them (rule TP3). */
export function hasTicksAt(timing: Timing, t: Millis): boolean {
  return !Number.isNaN(timingPointAt(timing, t)?.beatLength);
}

/** Whether kiai is on at a time; it is off before the first point. */
export function isKiaiAt({ points }: Timing, t: Millis): boolean {
  return points[lastIndexAtOrBefore(points, t)]?.kiai ?? false;
}

/** The point that gives a sound its sample set, index and volume; it may start up to 5 ms later (rule TP5). */
export function samplePointAt(timing: Timing, t: Millis): TimingPoint | null {
  return timingPointAt(timing, t + 5);
}

/** The breaks that are long enough for the game to show them (rule TP6). */
export function visibleBreaks({ breaks }: Pick<Beatmap, 'breaks'>): readonly Break[] {
  return breaks.filter(({ start, end }) => end - start >= 650);
}

function lastIndexAtOrBefore(points: readonly TimingPoint[], t: Millis): number {
  return firstIndexWhere(0, points.length, (i) => points[i]!.time > t) - 1;
}
