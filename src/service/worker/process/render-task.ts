import type { Danser } from '../../../rendering/danser/index.ts';
import type {
  FreeWorkers,
  RenderedPlay,
  RenderOptions,
  RenderPool,
  RenderProgress,
  RenderRequest,
  SegmentFrames,
} from '../../../rendering/render/index.ts';
import type { BeatmapSet } from '../../beatmaps/index.ts';

/** What to render. It names files by path; the child process reads them. */
export interface RenderTask {
  readonly replay: string;
  /** The further replays of a video of several plays. */
  readonly others?: readonly string[];
  readonly beatmap: BeatmapSet;
  /** The folder of the skin; null for the built-in skin. */
  readonly skin: string | null;
  readonly options: RenderOptions;
  readonly video: string;
  /** Not written for a segment. */
  readonly thumbnail?: string;
  /** The path of the animation, if the options ask for one. */
  readonly preview?: string;
  readonly analytics?: string;
  /** Renders only this segment. */
  readonly segment?: SegmentFrames;
  /** Joins these segments, which are rendered already. */
  readonly encodedSegments?: RenderRequest['encodedSegments'];
  /** The free workers that could render segments of it; null: render it here. */
  readonly freeWorkers?: FreeWorkers | null;
}

/** The segments in which several workers should render a job. */
export interface SegmentPlan {
  readonly segments: readonly SegmentFrames[];
}

/** A render task as the child process gets it. */
export interface RenderChildTask extends RenderTask {
  readonly assets: string;
  /** The maximum length of the video. */
  readonly maxSeconds?: number;
  /** The processes that may render segments of it; null: one process renders it. */
  readonly pool: Omit<RenderPool, 'sources'> | null;
  /** Renders instead of our own renderer, if the operator has configured it. */
  readonly danser: Danser | null;
}

/** What the child process reports while it renders. */
export type RenderEvent =
  | { readonly kind: 'progress'; readonly progress: RenderProgress }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'opened'; readonly play: RenderedPlay };
