import type { Millis } from '../../osu/units.ts';
import type { SoundTrack } from '../../scene/index.ts';
import type { StageOptions } from '../../stage/index.ts';

/** The play itself. */
export interface PlayFiles {
  readonly replay: Uint8Array;
  /** The .osz. */
  readonly beatmap: Uint8Array;
}

/** How it is shown, which may change while it is played. */
export interface Look {
  /** The .osk; null for our own. */
  readonly skin: Uint8Array | null;
  readonly options: StageOptions;
}

export type ToStage =
  | {
      readonly kind: 'open';
      readonly files: PlayFiles;
      readonly look: Look;
      readonly size: { readonly width: number; readonly height: number };
      readonly canvas: OffscreenCanvas;
    }
  /** The play that is open, in another look. */
  | { readonly kind: 'dress'; readonly look: Look }
  | { readonly kind: 'draw'; readonly t: Millis };

export type FromStage =
  | { readonly kind: 'opened'; readonly play: PlayForPage; readonly heard: Heard }
  | { readonly kind: 'dressed'; readonly heard: Heard }
  /** How long it took to make the picture of a moment. */
  | { readonly kind: 'drawn'; readonly t: Millis; readonly ms: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** What the page has to know of a play that is ready to be drawn. */
export interface PlayForPage {
  readonly span: { readonly start: Millis; readonly end: Millis };
  /** Song milliseconds a real one, and whether the pitch stays as it is. */
  readonly clockRate: number;
  readonly keepsPitch: boolean;
  /** Null: the map has no song. */
  readonly song: Uint8Array | null;
}

/** What is heard besides the song: it comes from the skin, or from the map where that has sounds of its own. */
export interface Heard {
  readonly track: SoundTrack;
  /** Every sound of the track, by `soundKey`. */
  readonly sounds: ReadonlyMap<string, Uint8Array>;
}

export function soundKey({ source, file }: { readonly source: string; readonly file: string }): string {
  return `${source}/${file}`;
}
