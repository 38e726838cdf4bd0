import type { FailureCode } from '../../../failure.ts';
import type { FrameRange } from '../film.ts';
import type { RenderOptions } from '../request.ts';
import type { RenderSources } from '../sources.ts';
import type { RenderedSegment } from './render-segment.ts';

/** To a camera: first what is rendered, then a stretch of it at a time. */
export type ToCamera =
  | {
      readonly kind: 'open';
      readonly sources: RenderSources;
      readonly assets: string;
      readonly options: RenderOptions;
      readonly threads: number;
    }
  | { readonly kind: 'segment'; readonly range: FrameRange; readonly file: string };

export type FromCamera =
  /** Frames of the stretch that are done. */
  | { readonly kind: 'frames'; readonly done: number }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'done'; readonly segment: RenderedSegment }
  | { readonly kind: 'refused'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };
