import type { Millis } from '../../osu/units.ts';
import type { SoundTrack } from '../../scene/index.ts';
import type { StageOptions } from '../../stage/index.ts';

/** What a play is shown with; the bytes are handed over, not copied. */
export interface PlayFiles {
  readonly replay: Uint8Array;
  /** The .osz. */
  readonly beatmap: Uint8Array;
  /** The .osk; null for our own. */
  readonly skin: Uint8Array | null;
}

export type ToStage =
  | {
      readonly kind: 'open';
      readonly files: PlayFiles;
      readonly options: StageOptions;
      readonly size: { readonly width: number; readonly height: number };
      /** Given once; a play opened later is shown on the same one. */
      readonly canvas?: OffscreenCanvas;
    }
  | { readonly kind: 'draw'; readonly t: Millis };

export type FromStage =
  | { readonly kind: 'opened'; readonly play: OpenedForPage }
  /** How long it took to make the picture of a moment. */
  | { readonly kind: 'drawn'; readonly t: Millis; readonly ms: number }
  | { readonly kind: 'note'; readonly note: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** What the page has to know of a play that is ready to be drawn. */
export interface OpenedForPage {
  readonly title: string;
  readonly span: { readonly start: Millis; readonly end: Millis };
  /** Song milliseconds a real one, and whether the pitch goes with it. */
  readonly clockRate: number;
  readonly keepsPitch: boolean;
  /** Null: the map has no song. */
  readonly song: Uint8Array | null;
  readonly track: SoundTrack;
  /** Every sound of the track, by `soundKey`. */
  readonly sounds: ReadonlyMap<string, Uint8Array>;
}

export function soundKey({ source, file }: { readonly source: string; readonly file: string }): string {
  return `${source}/${file}`;
}
