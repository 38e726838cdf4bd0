import type { SkinSound } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';

/** All sounds except the song, as plain data for a mixer. Times are song time. */
export interface SoundTrack {
  /** Ordered by time. */
  readonly events: readonly SoundEvent[];
  /** Ordered by start. */
  readonly loops: readonly SoundLoop[];
  /** The song's volume over time, if a mod changes it. */
  readonly songVolume?: readonly VolumePoint[];
}

/** A volume, 0 to 1, at a time; it changes in a straight line to the next point. Ordered by time. */
export interface VolumePoint {
  readonly time: Millis;
  readonly volume: number;
}

/** The song's volume at a time: 1 unless a mod changes it. */
export function songVolumeAt({ songVolume: points }: Pick<SoundTrack, 'songVolume'>, t: Millis): number {
  const next = points?.findIndex(({ time }) => time > t) ?? -1;
  if (points === undefined || next < 0) return points?.at(-1)?.volume ?? 1;
  const to = points[next]!;
  const from = points[next - 1] ?? to;
  const progress = to.time > from.time ? (t - from.time) / (to.time - from.time) : 1;
  return from.volume + (to.volume - from.volume) * progress;
}

/** A sound that plays once, to its end. */
export interface SoundEvent {
  readonly time: Millis;
  readonly sound: SkinSound;
  /** 0 to 1: timing point and kind of sound are included, the viewer's volume settings are not. */
  readonly volume: number;
  /** -1 left, 0 centre, 1 right. */
  readonly balance: number;
  /** Playback speed, 1 by default: 2 is an octave higher and twice as fast. */
  readonly speed?: number;
}

/** A sound that loops without a gap from `start` to `end`. */
export interface SoundLoop {
  readonly start: Millis;
  readonly end: Millis;
  readonly sound: SkinSound;
  /** Volume, balance and speed from each step's time on; the first step applies from the start. Ordered by time. */
  readonly steps: readonly [LoopStep, ...LoopStep[]];
}

/** How a loop plays from a time on. */
export interface LoopStep {
  readonly time: Millis;
  readonly volume: number;
  readonly balance: number;
  /** Playback speed: 2 is an octave higher and twice as fast. */
  readonly speed: number;
}
