import type { FailureCode } from '../../failure.ts';
import type { Danser } from '../../rendering/danser/index.ts';
import type {
  Fleet,
  FrameRange,
  RenderedPlay,
  RenderOptions,
  RenderPool,
  RenderProgress,
  RenderRequest,
  RenderResult,
} from '../../rendering/render/index.ts';
import type { BeatmapSet } from '../beatmaps/index.ts';

/** What a child is to render, as paths: the bytes are its own business. */
export interface RenderTask {
  readonly replay: string;
  readonly beatmap: BeatmapSet;
  /** A folder; null for our own. */
  readonly skin: string | null;
  readonly options: RenderOptions;
  readonly video: string;
  /** What is made beside it; a part of a video has none. */
  readonly thumbnail?: string;
  /** Where the animation goes, if the options ask for one. */
  readonly preview?: string;
  readonly analytics?: string;
  /** Only this part of it. */
  readonly range?: FrameRange;
  /** All its parts, rendered before. */
  readonly filmed?: RenderRequest['filmed'];
  /** Who could make it together; null: it is made here. */
  readonly fleet?: Fleet | null;
}

/** The parts in which it had better be made. */
export interface Shares {
  readonly ranges: readonly FrameRange[];
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
  | { readonly kind: 'done'; readonly result: RenderResult | Shares }
  | { readonly kind: 'refused'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };
