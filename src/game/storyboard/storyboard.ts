import type { Millis } from '../units.ts';

/**
 * The sprites, animations, videos and samples of a storyboard. Loops are not expanded, so the size depends on the number
 * of lines, not of repetitions. Positions are in storyboard units, on a 640×480 screen.
 */
export interface Storyboard {
  /** In file order: within a layer, later sprites are in front. */
  readonly sprites: readonly StoryboardSprite[];
  readonly videos: readonly StoryboardVideo[];
  readonly samples: readonly StoryboardSample[];
}

/** From back to front. Either fail or pass is visible; overlay is in front of the playfield. */
export type Layer = 'background' | 'fail' | 'pass' | 'foreground' | 'overlay';

/** The point of the image that is at its position: 0 is left or top, 1 is right or bottom. */
export interface Origin {
  readonly x: 0 | 0.5 | 1;
  readonly y: 0 | 0.5 | 1;
}

/** An image or an animation. */
export interface StoryboardSprite {
  readonly layer: Layer;
  readonly origin: Origin;
  /** With forward slashes. Frame 2 of an animation has this name with `2` before the extension. */
  readonly file: string;
  /** The position unless commands change it. */
  readonly x: number;
  readonly y: number;
  /** Null for a single image. */
  readonly animation: { readonly frames: number; readonly delay: Millis; readonly loops: boolean } | null;
  readonly timeline: Timeline;
}

/** A video behind everything. */
export interface StoryboardVideo {
  readonly file: string;
  readonly offset: Millis;
  /** Only alpha applies to videos. */
  readonly timeline: Timeline;
}

/** A sound that plays at a time. */
export interface StoryboardSample {
  readonly time: Millis;
  readonly layer: Layer;
  readonly file: string;
  /** 0 to 100. */
  readonly volume: number;
}

/** A number of a sprite that commands change. Colours are 0 to 255, angles in radians; the last three are switches. */
export type Property =
  | 'alpha'
  | 'x'
  | 'y'
  | 'scale'
  | 'scaleX'
  | 'scaleY'
  | 'rotation'
  | 'red'
  | 'green'
  | 'blue'
  | 'flipX'
  | 'flipY'
  | 'additive';

/** A track for each property that commands change. */
export type Tracks = { readonly [P in Property]?: Track };

/** All commands of a sprite. */
export interface Timeline {
  /** From the start of the first command to the end of the last one, with loops; null if only triggers show the sprite. */
  readonly lifetime: { readonly start: Millis; readonly end: Millis } | null;
  readonly tracks: Tracks;
  readonly triggers: readonly Trigger[];
}

/** The commands of one property: those of the sprite itself and those of each loop. */
export interface Track {
  /** The value before the first command, which is that command's start value. */
  readonly initial: number;
  readonly parts: readonly TrackPart[];
}

/** Consecutive commands of one property, sorted by start; commands with equal starts are in file order. */
export interface TrackPart {
  readonly commands: Commands;
  readonly first: number;
  readonly count: number;
  /** Command times are relative to `start` and repeat `count` times, every `period`; null if they are song times. */
  readonly loop: { readonly start: Millis; readonly period: Millis; readonly count: number } | null;
}

/** The commands of a whole storyboard as arrays: large storyboards have hundreds of thousands. */
export interface Commands {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** The latest end of each command and those before it in its part. */
  readonly latestEnds: Float64Array;
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** The game's numbers; 0 is linear. */
  readonly easings: Uint8Array;
}

/** Commands that start when an event happens in the play; their times are relative to that event. */
export interface Trigger {
  readonly on: TriggerCondition;
  /** The trigger is active between these times. */
  readonly start: Millis;
  readonly end: Millis;
  /** Unless 0, another trigger of the same group stops this one. */
  readonly group: number;
  readonly duration: Millis;
  readonly tracks: Tracks;
}

/** The event that starts a trigger. */
export type TriggerCondition =
  | { readonly kind: 'passing' | 'failing' | 'hit-object-hit' }
  | {
      readonly kind: 'hit-sound';
      /** Null in this and the next properties matches anything. */
      readonly normalSet: 'normal' | 'soft' | 'drum' | null;
      readonly additionSet: 'normal' | 'soft' | 'drum' | null;
      readonly addition: 'whistle' | 'finish' | 'clap' | null;
      readonly index: number | null;
    };
