import { openVideo, type Segment } from '../../video/index.ts';
import { type FrameRange, film } from '../film.ts';
import type { PreparedRender } from '../prepare-render.ts';
import type { RenderOptions } from '../request.ts';

/** A stretch of a video, encoded and in a file of its own, ready to be joined with the others. */
export interface RenderedSegment extends Segment {
  /** The number of its first frame in the whole. */
  readonly first: number;
}

export interface SegmentWish {
  readonly options: RenderOptions;
  readonly range: FrameRange;
  readonly file: string;
  /** Of the encoder. */
  readonly threads: number;
  readonly signal?: AbortSignal;
  readonly onFrame?: (done: number) => void;
}

/** Draws and encodes a stretch of a render, the same frames that the whole has there. The sound is made apart. */
export async function renderSegment({ stage, take }: PreparedRender, wish: SegmentWish): Promise<RenderedSegment> {
  const { options, range, file, threads, signal, onFrame } = wish;
  const { width, height, fps, encoder, preset, crf } = options;
  const settings = { file, width, height, fps, encoder, preset, crf, audio: null, threads };
  const video = await openVideo(settings, { engine: 'node-av', signal });
  try {
    await film(stage, take, { range, video, signal, onFrame });
    const { frames } = await video.finish();
    return { file, first: range.first, frames };
  } catch (error) {
    await video.abort();
    throw error;
  }
}
