import { openVideo, type Segment } from '../../video/index.ts';
import { encodeFrames } from '../encode-frames.ts';
import type { SegmentFrames } from '../frame-schedule.ts';
import { pictureSettings } from '../plan-encoding.ts';
import type { PreparedRender } from '../prepare-render.ts';
import type { RenderOptions } from '../request.ts';

/** A segment of a video, encoded in a file of its own, ready to be joined. */
export interface RenderedSegment extends Segment {
  /** The number of its first frame in the whole video. */
  readonly first: number;
}

export interface SegmentRequest {
  readonly options: RenderOptions;
  readonly segment: SegmentFrames;
  readonly file: string;
  /** The number of encoder threads. */
  readonly threads: number;
  readonly signal?: AbortSignal;
  readonly onFrame?: (done: number) => void;
}

/** Draws and encodes the frames of a segment, without sound. */
export async function renderSegment(prepared: PreparedRender, request: SegmentRequest): Promise<RenderedSegment> {
  const { renderer, schedule } = prepared;
  const { segment, file, threads, signal, onFrame } = request;
  // One thread means that every core has a process of its own. Drawing and encoding then take turns: two threads on one core
  // would wait for each other, and each would displace the other's data in the cache.
  const onCallersThread = threads === 1;
  const settings = { ...pictureSettings(prepared, request), file, audio: null, threads, onCallersThread };
  const video = await openVideo(settings, { engine: 'node-av', signal });
  try {
    await encodeFrames(renderer, schedule, { segment, video, signal, onFrame });
    const { frames } = await video.finish();
    return { file, first: segment.first, frames };
  } catch (error) {
    await video.abort();
    throw error;
  }
}
