import type { NamedReplay } from '../../../game/together/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { FailInput, SoundTrack } from '../../../rendering/scene/index.ts';
import type { PictureSize, SceneAssetOptions, TogetherOptions } from '../../../rendering/scene-loader/index.ts';
import type { ShownPart } from '../../shown-part.ts';
import type { SeekMarks } from '../controls/seek-marks.ts';

/** The files of one play, or of several plays of one map. */
export interface ReplayFiles {
  readonly replays: readonly NamedReplay[];
  /** The .osz. */
  readonly beatmap: Uint8Array;
}

/** The render options that the live preview follows. */
export interface LiveOptions extends SceneAssetOptions {
  readonly size: PictureSize;
  readonly ignoreFail: boolean;
  readonly musicVolume: number;
  readonly hitsoundVolume: number;
  /** How several plays are shown; absent: only the first one. */
  readonly together?: TogetherOptions | undefined;
  /** The part of the play that can be watched; by default the whole. */
  readonly part?: ShownPart;
}

/** Skin and options, which the viewer can change during playback. */
export interface Look {
  /** The .osk; null for the built-in skin. */
  readonly skin: Uint8Array | null;
  readonly options: LiveOptions;
}

/** A skin may have a hundred megabytes, so one that the worker has is not sent again. */
export interface LookChange extends Omit<Look, 'skin'> {
  readonly skin: Look['skin'] | 'unchanged';
}

export type ToSceneWorker =
  | { readonly kind: 'open'; readonly files: ReplayFiles; readonly look: Look; readonly canvas: OffscreenCanvas }
  | { readonly kind: 'applyLook'; readonly look: LookChange }
  | { readonly kind: 'draw'; readonly t: Millis }
  /** Requests a small picture for the seek bar. */
  | { readonly kind: 'drawSmall'; readonly t: Millis };

export type FromSceneWorker =
  | { readonly kind: 'opened'; readonly song: Song | null; readonly applied: AppliedLook }
  | { readonly kind: 'lookApplied'; readonly applied: AppliedLook }
  /** Requests that the page plays a video, because a worker has no video element. The port carries `VideoRequest` and `VideoResponse`. */
  | { readonly kind: 'openVideo'; readonly bytes: Uint8Array; readonly port: MessagePort }
  /** `ms` is how long the frame took to draw. */
  | { readonly kind: 'drawn'; readonly t: Millis; readonly ms: number }
  | { readonly kind: 'drawnSmall'; readonly picture: ImageBitmap }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export type VideoRequest = { readonly kind: 'frame'; readonly ms: number } | { readonly kind: 'close' };

export type VideoResponse =
  | { readonly kind: 'opened'; readonly video: PictureSize & { readonly durationMs: number } }
  | { readonly kind: 'unsupported' }
  /** Null: the previous frame is still current. */
  | { readonly kind: 'frame'; readonly frame: ImageBitmap | null };

export interface Song {
  readonly bytes: Uint8Array;
  /** Whether a change of speed leaves the pitch unchanged. */
  readonly keepsPitch: boolean;
}

/** What the page needs to know to play a replay in the current look. */
export interface AppliedLook {
  readonly span: { readonly start: Millis; readonly end: Millis };
  readonly ending: FailInput;
  readonly track: SoundTrack;
  /** Every sound of the track by its `soundKey`, from the beatmap or the skin. */
  readonly sounds: ReadonlyMap<string, Uint8Array>;
  /** 1 is the normal volume. */
  readonly volumes: { readonly song: number; readonly sounds: number };
  readonly marks: SeekMarks;
  /** Whether the beatmap has a background video that this browser cannot play. */
  readonly lacksVideo: boolean;
}

export function soundKey({ source, file }: { readonly source: string; readonly file: string }): string {
  return `${source}/${file}`;
}
