import type { VideoRenderer } from '../scene-loader/index.ts';
import type { PcmStream, VideoEncoder } from '../video/index.ts';
import { createFrameDrawer } from './frame-drawer.ts';
import { type FrameSchedule, type SegmentFrames, samplesUntil } from './frame-schedule.ts';

/** Draws a moment, then has its pixels ready for the encoder. */
export interface FrameSource {
  readonly draw: VideoRenderer['draw'];
  readonly compositor: { i420(): Uint8Array; changedTiles(): Uint8Array | undefined };
}

export interface EncodeOptions {
  readonly video: VideoEncoder;
  /** Encodes only this segment. */
  readonly segment?: SegmentFrames;
  /** Opens the sound of the video, if it has any: after the first frame, and while the next ones are encoded. */
  readonly openSound?: () => Promise<PcmStream>;
  readonly signal?: AbortSignal;
  readonly onFrame?: (done: number) => void;
}

/** Sound is mixed in blocks of this length, short enough that no frame waits long for one. */
const soundBlockMs = 100;
/** How far frames may be ahead of the sound. The muxer holds them in memory, and would give up after ten seconds. */
const maxAheadMs = 5_000;

/** Draws and encodes the scheduled frames; the encoder works on earlier frames while the next is drawn. */
export async function encodeFrames(
  source: FrameSource,
  schedule: FrameSchedule,
  options: EncodeOptions,
): Promise<void> {
  const { video, openSound, signal, onFrame, segment = { first: 0, frames: schedule.frames } } = options;
  const framesPerBlock = Math.max(1, Math.round((soundBlockMs / 1000) * schedule.fps));
  const maxFramesAhead = (maxAheadMs / 1000) * schedule.fps;
  const drawFrame = createFrameDrawer(schedule, { draw: source.draw, read: () => source.compositor.i420() });
  let sound: Promise<PcmStream> | undefined;
  let opened: PcmStream | undefined;
  let encoding: Promise<void> = Promise.resolve();
  let mixedSamples = 0;
  /** Starts to encode the sound up to a frame. Its error is thrown with the next block or at the end. */
  async function encodeSound(from: PcmStream, untilFrame: number): Promise<void> {
    await encoding;
    const end = samplesUntil(schedule, untilFrame);
    if (end === mixedSamples) return;
    encoding = video.addAudio(from.read(end - mixedSamples));
    encoding.catch(() => {});
    mixedSamples = end;
  }

  // Request I420 output before the first frame, so that the compositor never allocates the RGBA buffer.
  source.compositor.i420();
  for (let done = 0; done < segment.frames; done++) {
    signal?.throwIfAborted();
    const { pixels, followsDrawn } = await drawFrame(segment.first + done);
    await video.addFrame(pixels, followsDrawn ? source.compositor.changedTiles() : undefined);
    onFrame?.(done + 1);
    if (done === 0) {
      sound = openSound?.();
      sound?.then(
        (stream) => {
          opened = stream;
        },
        () => {},
      );
    }
    if (!sound || done % framesPerBlock !== 0) continue;
    if (done >= maxFramesAhead) opened ??= await sound;
    if (opened) await encodeSound(opened, Math.min(done + framesPerBlock, segment.frames));
  }
  if (sound) await encodeSound(await sound, segment.frames);
  await encoding;
}
