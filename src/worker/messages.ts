import type { BeatmapSet } from '../beatmaps/index.ts';
import type { Danser } from '../danser/index.ts';
import type { FailureCode } from '../failure.ts';
import type { RenderedPlay, RenderOptions, RenderPool, RenderProgress, RenderResult } from '../render/index.ts';

/** What a child is to render, as paths: the bytes are its own business. */
export interface RenderTask {
  readonly replay: string;
  readonly beatmap: BeatmapSet;
  /** A folder; null for our own. */
  readonly skin: string | null;
  readonly options: RenderOptions;
  readonly video: string;
  readonly thumbnail: string;
  /** Where the animation goes, if the options ask for one. */
  readonly preview: string;
  readonly analytics: string;
}

export interface ToChild extends RenderTask {
  readonly assets: string;
  /** What the render may be shared out among; null: it stays in the child. */
  readonly pool: Omit<RenderPool, 'sources'> | null;
  /** Renders in our place, where an operator wants it. */
  readonly danser: Danser | null;
}

export type FromChild =
  | { readonly kind: 'progress'; readonly progress: RenderProgress }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'opened'; readonly play: RenderedPlay }
  | { readonly kind: 'done'; readonly result: RenderResult }
  | { readonly kind: 'refused'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };
