import type { SkinSound } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';

/** Everything that is heard besides the song: plain data that a mixer turns into samples. Times are song time. */
export interface SoundTrack {
  /** In order of time. */
  readonly events: readonly SoundEvent[];
  /** In order of their starts. */
  readonly loops: readonly SoundLoop[];
}

/** A sound that is played once, to its own end. */
export interface SoundEvent {
  readonly time: Millis;
  readonly sound: SkinSound;
  /** 0..1, everything counted in: timing point, kind of sound, what the viewer chose is not. */
  readonly volume: number;
  /** -1 left, 0 middle, 1 right. */
  readonly balance: number;
  /** 1, as it is, unless said; hit sounds keep their pitch whatever the song's speed. */
  readonly speed?: number;
}

/** A sound that repeats without a gap from `start` until `end`. */
export interface SoundLoop {
  readonly start: Millis;
  readonly end: Millis;
  readonly sound: SkinSound;
  /** How it is played, each from its time on; the first from the start whatever its time. In order of time. */
  readonly steps: readonly [LoopStep, ...LoopStep[]];
}

export interface LoopStep {
  readonly time: Millis;
  readonly volume: number;
  readonly balance: number;
  /** 1 plays the sound as it is, 2 an octave higher and twice as fast. */
  readonly speed: number;
}
