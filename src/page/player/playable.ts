/** Something that plays a play, as the controls see it. All times are song time in milliseconds. */
export interface Playable {
  readonly span: { readonly start: number; readonly end: number };
  /** Song milliseconds a real one, unless it is slowed down or sped up. */
  readonly rate: number;
  now(): number;
  readonly isPlaying: boolean;
  play(): Promise<void>;
  pause(): void;
  seek(t: number): void;
  /** Times as fast as it was played. */
  setSpeed(speed: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
}
