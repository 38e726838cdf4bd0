import type { Millis } from '../units.ts';
import type { Beatmap, Break, TimingPoint } from './beatmap.ts';

/** A map's timing points, arranged for looking up. */
export interface Timing {
  /** Sorted by time; at equal times the inherited point is last. */
  readonly points: readonly TimingPoint[];
  /** The uninherited ones among them. */
  readonly uninheritedPoints: readonly TimingPoint[];
}

/** Arranges the timing points of a map. */
export function timingOf({ timingPoints }: Pick<Beatmap, 'timingPoints'>): Timing {
  return { points: timingPoints, uninheritedPoints: timingPoints.filter((point) => point.uninherited) };
}

/** The point in force at a time: the last one at or before it; before the first, the first (rule TP1). */
export function timingPointAt({ points }: Timing, t: Millis): TimingPoint | null {
  return points[Math.max(lastIndexAtOrBefore(points, t), 0)] ?? null;
}

/** The uninherited point in force at a time: it has the beat and the meter (rule TP1). */
export function uninheritedPointAt({ uninheritedPoints: beats }: Timing, t: Millis): TimingPoint | null {
  return beats[Math.max(lastIndexAtOrBefore(beats, t), 0)] ?? null;
}

/** Milliseconds a beat; a map without timing has 60 beats a minute, as in the game. */
export function beatLengthAt(timing: Timing, t: Millis): number {
  return uninheritedPointAt(timing, t)?.beatLength ?? 1000;
}

/** How many times longer than at velocity 1 a slider of the same length takes: 0.1 to 10 (rule TP2). */
export function inverseSliderVelocityAt(timing: Timing, t: Millis): number {
  const point = timingPointAt(timing, t);
  if (point === null || point.uninherited || !(point.beatLength < 0)) return 1;
  return Math.min(Math.max(Math.fround(-point.beatLength), 10), 1000) / 100;
}

/** Whether sliders starting at a time have ticks: a point whose beat length is no number takes them away (rule TP3). */
export function hasTicksAt(timing: Timing, t: Millis): boolean {
  return !Number.isNaN(timingPointAt(timing, t)?.beatLength);
}

/** Whether the time is in a kiai part; before the first point it never is. */
export function isKiaiAt({ points }: Timing, t: Millis): boolean {
  return points[lastIndexAtOrBefore(points, t)]?.kiai ?? false;
}

/** The point whose sample set, index and volume a sound at a time takes; it may itself come up to 5 ms later (rule TP5). */
export function samplePointAt(timing: Timing, t: Millis): TimingPoint | null {
  return timingPointAt(timing, t + 5);
}

/** Breaks long enough to be shown as such (rule TP6). */
export function visibleBreaks({ breaks }: Pick<Beatmap, 'breaks'>): readonly Break[] {
  return breaks.filter(({ start, end }) => end - start >= 650);
}

function lastIndexAtOrBefore(points: readonly TimingPoint[], t: Millis): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.time <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
