import type { Millis } from '../../game/units.ts';
import type { Ending, SoundTrack } from '../../rendering/scene/index.ts';
import type { PictureSize, SceneAssetOptions } from '../../rendering/scene-loader/index.ts';

/** The play itself. */
export interface PlayFiles {
  readonly replay: Uint8Array;
  /** The .osz. */
  readonly beatmap: Uint8Array;
}

/** What the viewer chose, of everything that is seen and heard live. */
export interface LiveOptions extends SceneAssetOptions {
  readonly size: PictureSize;
  readonly ignoreFail: boolean;
  readonly musicVolume: number;
  readonly hitsoundVolume: number;
}

/** How it is shown, which may change while it is played. */
export interface Look {
  /** The .osk; null for our own. */
  readonly skin: Uint8Array | null;
  readonly options: LiveOptions;
}

export type ToStage =
  | { readonly kind: 'open'; readonly files: PlayFiles; readonly look: Look; readonly canvas: OffscreenCanvas }
  /** The play that is open, in another look. */
  | { readonly kind: 'dress'; readonly look: Look }
  | { readonly kind: 'draw'; readonly t: Millis };

export type FromStage =
  | { readonly kind: 'opened'; readonly song: Song | null; readonly worn: Worn }
  | { readonly kind: 'dressed'; readonly worn: Worn }
  /** A video to be played on the page, since a worker cannot; the port is for `ClipMessage` and `ClipAnswer`. */
  | { readonly kind: 'clip'; readonly bytes: Uint8Array; readonly port: MessagePort }
  /** How long it took to make the picture of a moment. */
  | { readonly kind: 'drawn'; readonly t: Millis; readonly ms: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** Asks for the picture of a moment of a clip, or has no more use for it. */
export type ClipMessage = { readonly kind: 'show'; readonly ms: number } | { readonly kind: 'close' };

export type ClipAnswer =
  | { readonly kind: 'opened'; readonly clip: PictureSize & { readonly durationMs: number } }
  | { readonly kind: 'refused' }
  /** Null: the one before is still the right one. */
  | { readonly kind: 'picture'; readonly picture: ImageBitmap | null };

export interface Song {
  readonly bytes: Uint8Array;
  /** Whether the pitch stays as it is, whatever the speed. */
  readonly keepsPitch: boolean;
}

/** What the page has to know of a play in a look. */
export interface Worn {
  readonly span: { readonly start: Millis; readonly end: Millis };
  readonly ending: Ending;
  readonly track: SoundTrack;
  /** Every sound of the track, by `soundKey`: from the skin, or from the map where that has sounds of its own. */
  readonly sounds: ReadonlyMap<string, Uint8Array>;
  /** 1 is as usual. */
  readonly volumes: { readonly song: number; readonly sounds: number };
  /** Whether there is a video behind the play that this browser cannot show. */
  readonly lacksVideo: boolean;
}

export function soundKey({ source, file }: { readonly source: string; readonly file: string }): string {
  return `${source}/${file}`;
}
