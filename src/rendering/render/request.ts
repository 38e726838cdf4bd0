import type { MomentKind } from '../../game/moments/index.ts';
import type { PlayResult } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';
import type { SceneOptions } from '../scene/index.ts';
import type { TogetherOptions } from '../scene-loader/index.ts';
import type { Segment } from '../video/index.ts';
import type { SegmentFrames } from './frame-schedule.ts';
import type { Machine } from './segments/choose-processes.ts';
import type { OpenedSources, RenderSources } from './sources/open-sources.ts';

/** Everything that the render of a video needs. */
export interface RenderRequest extends OpenedSources {
  /** The folder with the kernel, the glyphs and the built-in skin. */
  readonly assets: string;
  readonly options: RenderOptions;
  /** The path of the video, which appears when it is complete. */
  readonly file: string;
  /** The path of a JPEG of a good moment, if one is requested. */
  readonly thumbnail?: string;
  /** The path of the animation, if the options request one. */
  readonly preview?: string;
  /** The path of the analytics of the judged play as JSON, if they are requested; written before `onOpened` is called. */
  readonly analytics?: string;
  /** Other processes that may render segments; without it, this process renders everything. */
  readonly pool?: RenderPool;
  /** The maximum length of the video; by default three hours. */
  readonly maxSeconds?: number;
  /** Renders only this segment, without sound and without artifacts, to be joined later. */
  readonly segment?: SegmentFrames;
  /** All segments in order, encoded by other workers: only the sound is rendered, and everything is joined. */
  readonly encodedSegments?: readonly Segment[];
}

/** The processes that may render segments of one video. */
export interface RenderPool {
  /** Every process reads the files itself. */
  readonly sources: RenderSources;
  /** The resources of all processes together. */
  readonly machine: Machine;
  /** The maximum number of processes, this one included; null: as many as the machine allows. */
  readonly processes: number | null;
  /** The maximum length of a segment; null: the default; 0: the video is not split. */
  readonly segmentSeconds: number | null;
  /** The program of a segment process as JavaScript; tests that run from source pass one that they have built. */
  readonly childPath?: string;
}

/** Everything that the renderer obeys. A test compares it with the settings table of `contract`. */
export interface RenderOptions extends SceneOptions {
  readonly motionBlur: boolean;
  readonly storyboard: boolean;
  readonly video: boolean;
  /** Whether the video continues after the play has failed. */
  readonly ignoreFail: boolean;
  /** The preferred source of the hit sounds. */
  readonly hitSounds: 'beatmap' | 'skin';
  /** Whether to use the skin's cursor instead of the default skin's. */
  readonly skinCursor: boolean;
  /** Volumes of everything, of the song, and of all other sounds: 0 is silent, 1 is normal. */
  readonly volume: number;
  readonly musicVolume: number;
  readonly hitsoundVolume: number;
  /** Video size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** The format of the additional animation; null: none. */
  readonly preview: 'gif' | 'webp' | null;
  /** Playback speed, as a multiple of the speed of the play. */
  readonly speed: number;
  readonly encoder: string;
  /** The ffmpeg program for encoders that are not built in; by default it is found in PATH. */
  readonly ffmpegPath?: string;
  readonly preset: string;
  readonly crf: number;
  /** The video never has more megabytes; null: the quality alone decides. */
  readonly targetSizeMb: number | null;
  /** How several replays are shown in one video; absent for one replay. */
  readonly together?: TogetherOptions;
  /** The song times at which the video starts and ends; by default it contains the whole play. */
  readonly start?: Millis;
  readonly end?: Millis;
  /** Shows only these moments of the play, within these times; null: everything between them. */
  readonly moments: MomentKind | null;
  /** The maximum length of a video of highlights. */
  readonly highlightsSeconds: number;
}

/** How a video is encoded by default. */
export const defaultEncoding = { fps: 60, encoder: 'libx264', preset: 'balanced', crf: 20 } as const;

export interface RenderHooks {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RenderProgress) => void;
  /** Receives one sentence about anything unusual that does not stop the render. */
  readonly onNote?: (note: string) => void;
  /** Called when everything is loaded and nothing is drawn yet. */
  readonly onOpened?: (play: RenderedPlay) => void;
}

export interface RenderProgress {
  readonly stage: 'preparing' | 'rendering' | 'finishing';
  /** Finished frames and their total; 0 while the total is unknown. */
  readonly frame: number;
  readonly frames: number;
  /** The average since the first frame; null before it can be measured. */
  readonly framesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** Who played what, and the result; of several plays, the first. */
export interface RenderedPlay {
  readonly player: string;
  readonly mods: readonly string[];
  readonly map: RenderedMap;
  /** From the first object to the end of the last one, at the speed of the play. */
  readonly lengthSeconds: number;
  /** Null: the map cannot be rated. */
  readonly stars: number | null;
  readonly pp: number | null;
  readonly result: PlayResult;
  /** All players of a video of several plays, in the order of their replays. */
  readonly players?: readonly RenderedPlayer[];
}

export interface RenderedPlayer {
  readonly player: string;
  readonly mods: readonly string[];
  readonly result: PlayResult;
  /** The final place, from 1; absent in a split video. */
  readonly place?: number;
  /** When the player dropped out of a knockout, in song milliseconds; null: not at all. */
  readonly droppedOutAt?: number | null;
}

export interface RenderedMap {
  readonly artist: string;
  readonly title: string;
  /** In their original script. */
  readonly artistUnicode: string;
  readonly titleUnicode: string;
  readonly version: string;
  /** On osu!, as the map's file names it; null for a map without a valid one. */
  readonly id: number | null;
  readonly md5: string;
}

export interface RenderResult extends RenderedPlay {
  readonly frames: number;
  readonly durationMs: number;
  readonly bytes: number;
}
