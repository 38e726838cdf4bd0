import type { SkinSound } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';

/** All sounds except the song, as plain data for a mixer. Times are song time. */
export interface SoundTrack {
  /** Ordered by time. */
  readonly events: readonly SoundEvent[];
  /** Ordered by start. */
  readonly loops: readonly SoundLoop[];
}

/** A sound that plays once, to its end. */
export interface SoundEvent {
  readonly time: Millis;
  readonly sound: SkinSound;
  /** 0 to 1: timing point and kind of sound are included, the viewer's volume settings are not. */
  readonly volume: number;
  /** -1 left, 0 centre, 1 right. */
  readonly balance: number;
  /** Playback speed, 1 by default; hit sounds keep their pitch at any song speed. */
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
