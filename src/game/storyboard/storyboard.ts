import type { Millis } from '../units.ts';

/**
 * Sprites, animations, videos and samples of a storyboard. Loops and triggers are kept as written: a sprite costs what its
 * lines cost, however often they repeat. Positions are storyboard units, a 640×480 screen.
 */
export interface Storyboard {
  /** In file order: within a layer, later ones lie above. */
  readonly sprites: readonly StoryboardSprite[];
  readonly videos: readonly StoryboardVideo[];
  readonly samples: readonly StoryboardSample[];
}

/** From back to front; fail and pass are shown by turns, overlay lies above the play. */
export type Layer = 'background' | 'fail' | 'pass' | 'foreground' | 'overlay';

/** Which point of the image its position names: 0 is left or top, 1 right or bottom. */
export interface Origin {
  readonly x: 0 | 0.5 | 1;
  readonly y: 0 | 0.5 | 1;
}

/** An image or an animation. */
export interface StoryboardSprite {
  readonly layer: Layer;
  readonly origin: Origin;
  /** With forward slashes. An animation's frame 2 is this name with `2` before its extension. */
  readonly file: string;
  /** Where it is without any command. */
  readonly x: number;
  readonly y: number;
  /** null: a still image. */
  readonly animation: { readonly frames: number; readonly delay: Millis; readonly loops: boolean } | null;
  readonly timeline: Timeline;
}

/** A video behind everything. */
export interface StoryboardVideo {
  readonly file: string;
  readonly offset: Millis;
  /** Only its alpha has a meaning. */
  readonly timeline: Timeline;
}

/** A sound at a time. */
export interface StoryboardSample {
  readonly time: Millis;
  readonly layer: Layer;
  readonly file: string;
  /** 0 to 100. */
  readonly volume: number;
}

/** One number of a sprite that commands change. Colours are 0 to 255, angles radians; the last three are switches. */
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

/** The properties that something changes. */
export type Tracks = { readonly [P in Property]?: Track };

/** All that happens to a sprite. */
export interface Timeline {
  /** From its first command's start to its last one's end, all repetitions counted; null: it is never shown by itself. */
  readonly lifetime: { readonly start: Millis; readonly end: Millis } | null;
  readonly tracks: Tracks;
  readonly triggers: readonly Trigger[];
}

/** Everything that changes one property: the plain commands and those of each loop. */
export interface Track {
  /** Value before the first command: what that one starts from. */
  readonly initial: number;
  readonly parts: readonly TrackPart[];
}

/** Consecutive commands of one property, sorted by their start, equal ones in file order. */
export interface TrackPart {
  readonly commands: Commands;
  readonly first: number;
  readonly count: number;
  /** The commands' times count from `start`, and again from a `period` later, `count` times in all; null: they are song times. */
  readonly loop: { readonly start: Millis; readonly period: Millis; readonly count: number } | null;
}

/** The commands of a whole storyboard, one beside the other: a busy one has hundreds of thousands. */
export interface Commands {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** The game's numbers, 0 is linear. */
  readonly easings: Uint8Array;
}

/** Commands that run when something happens in the play, their times counted from that moment. */
export interface Trigger {
  readonly on: TriggerCondition;
  /** It listens from here to there. */
  readonly start: Millis;
  readonly end: Millis;
  /** Another trigger of the same group, unless 0, stops this one. */
  readonly group: number;
  readonly duration: Millis;
  readonly tracks: Tracks;
}

/** What a trigger waits for. */
export type TriggerCondition =
  | { readonly kind: 'passing' | 'failing' | 'hit-object-hit' }
  | {
      readonly kind: 'hit-sound';
      /** null: any. */
      readonly normalSet: 'normal' | 'soft' | 'drum' | null;
      readonly additionSet: 'normal' | 'soft' | 'drum' | null;
      readonly addition: 'whistle' | 'finish' | 'clap' | null;
      readonly index: number | null;
    };
