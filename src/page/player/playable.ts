/** A video or a live preview, as the controls see it. All times are song time in milliseconds. */
export interface Playable {
  readonly span: { readonly start: number; readonly end: number };
  /** The position in the video, in real milliseconds at normal speed. */
  elapsedAt(t: number): number;
  /** The song time at such a position. */
  timeAt(elapsedMs: number): number;
  /** The real milliseconds of one frame at normal speed. */
  readonly frameMs: number;
  now(): number;
  readonly isPlaying: boolean;
  play(): Promise<void>;
  pause(): void;
  seek(t: number): void;
  /** A multiple of the normal speed. */
  setSpeed(speed: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
}
