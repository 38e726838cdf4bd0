import type { PlayResult } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';
import type { SceneOptions } from '../scene/index.ts';
import type { BeatmapFiles, FileSource } from '../scene-loader/index.ts';
import type { Segment } from '../video/index.ts';
import type { FrameRange } from './film.ts';
import type { Machine } from './segments/choose-processes.ts';
import type { RenderSources } from './sources.ts';

/** One replay in, one video out: all that is needed. */
export interface RenderRequest {
  /** The bytes of the .osr. */
  readonly replay: Uint8Array;
  readonly beatmap: BeatmapFiles;
  /** Null for our own. */
  readonly skin: FileSource | null;
  /** Where the build has put the kernel, the glyphs and our own skin. */
  readonly assets: string;
  readonly options: RenderOptions;
  /** The video; appears when it is finished. */
  readonly file: string;
  /** A jpg of a good moment, where one is wanted. */
  readonly thumbnail?: string;
  /** The animation, where the options ask for one. */
  readonly preview?: string;
  /** The analytics of the judged play as JSON, where they are wanted. */
  readonly analytics?: string;
  /** Other processes that may take part; without it, one renders everything. */
  readonly pool?: RenderPool;
  /** Only this stretch of it, silent, to be joined with the others; nothing is made beside it. */
  readonly range?: FrameRange;
  /** All its stretches in their order, filmed before: what is left is to join them, with their sound. */
  readonly filmed?: readonly Segment[];
}

/** What a render may be shared out among. */
export interface RenderPool {
  /** Every process reads the files for itself. */
  readonly sources: RenderSources;
  /** What they have together. */
  readonly machine: Machine;
  /** At most so many, this one among them; null: as the machine allows. */
  readonly processes: number | null;
  /** How long the stretches are that they take in turns, at most; null: as it fits; 0: nothing is shared out. */
  readonly segmentSeconds: number | null;
}

export interface RenderOptions extends SceneOptions {
  readonly motionBlur: boolean;
  readonly storyboard: boolean;
  readonly video: boolean;
  /** Goes on where the play failed. */
  readonly ignoreFail: boolean;
  readonly hitSounds: 'beatmap' | 'skin';
  /** The skin's cursor; otherwise our own. */
  readonly skinCursor: boolean;
  /** 0 is silent, 1 as usual: of everything, of the song, of everything else. */
  readonly volume: number;
  readonly musicVolume: number;
  readonly hitsoundVolume: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** The kind of a small animation beside the video; null: none. */
  readonly preview: 'gif' | 'webp' | null;
  /** Of the video; the play's own speed is 1. */
  readonly speed: number;
  readonly encoder: string;
  /** The ffmpeg program, for encoders that are not built in; found in PATH unless given. */
  readonly ffmpegPath?: string;
  readonly preset: string;
  readonly crf: number;
  /** Song times between which the play is shown; all of it unless given. */
  readonly start?: Millis;
  readonly end?: Millis;
}

/** How a video is encoded unless somebody knows better. */
export const defaultEncoding = { fps: 60, encoder: 'libx264', preset: 'veryfast', crf: 20 } as const;

export interface RenderHooks {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RenderProgress) => void;
  /** What is worth knowing and no reason to stop, one sentence each. */
  readonly onNote?: (note: string) => void;
  /** Once everything is read and nothing is drawn yet. */
  readonly onOpened?: (play: RenderedPlay) => void;
}

export interface RenderProgress {
  readonly stage: 'preparing' | 'rendering' | 'finishing';
  /** Frames that are done, and how many there will be; 0 while that is not known. */
  readonly frame: number;
  readonly frames: number;
  /** Frames a second since the first; null before there is a measure of it. */
  readonly framesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** What is shown: who played what, and what it is worth. */
export interface RenderedPlay {
  readonly player: string;
  readonly mods: readonly string[];
  readonly map: { readonly artist: string; readonly title: string; readonly version: string; readonly md5: string };
  /** Null: the map cannot be rated. */
  readonly stars: number | null;
  readonly pp: number | null;
  readonly result: PlayResult;
}

export interface RenderResult extends RenderedPlay {
  readonly frames: number;
  readonly durationMs: number;
  readonly bytes: number;
}
