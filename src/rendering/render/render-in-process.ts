import { type EncodedVideo, openVideo, type PcmStream } from '../video/index.ts';
import { encodeFrames } from './encode-frames.ts';
import { pictureSettings } from './plan-encoding.ts';
import type { PreparedRender } from './prepare-render.ts';
import type { RenderHooks, RenderRequest } from './request.ts';
import { openRenderSound } from './sound.ts';

/** A video whose frames are all encoded, but whose file is not complete. */
export interface UnfinishedVideo {
  finish(): Promise<EncodedVideo>;
  /** Removes every file of it. Harmless at any time, also twice or after `finish`. */
  abort(): Promise<void>;
}

/** The video, or the segment of a video, to encode. */
export interface VideoTask {
  readonly prepared: PreparedRender;
  readonly request: RenderRequest;
  readonly onFrame: (done: number) => void;
  readonly onNote: (note: string) => void;
  readonly signal: RenderHooks['signal'];
  /** The number of encoder threads; by default the encoder decides. */
  readonly threads?: number;
}

/** Renders frames and sound in this process, into one file. A segment has no sound. */
export async function renderInProcess(task: VideoTask): Promise<UnfinishedVideo> {
  const { prepared, request, onFrame, onNote, signal, threads } = task;
  const { ffmpegPath } = request.options;
  const { file, segment } = request;
  const audio = segment ? null : { bitrate: prepared.encoding.soundBitrate };
  const settings = { ...pictureSettings(prepared, request), file, audio, threads };
  const video = await openVideo(settings, { signal, ffmpegPath });
  const ending = new AbortController();
  const soundSignal = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  let sound: Promise<PcmStream> | undefined;
  const openSound = () => {
    sound = openRenderSound({ prepared, request }, { onNote, signal: soundSignal });
    return sound;
  };
  try {
    try {
      await encodeFrames(prepared.renderer, prepared.schedule, {
        segment,
        video,
        openSound: segment ? undefined : openSound,
        signal,
        onFrame,
      });
      await video.flush();
    } finally {
      ending.abort();
      await sound?.then(
        (stream) => stream.close(),
        () => {},
      );
    }
    return video;
  } catch (error) {
    await video.abort();
    throw error;
  }
}
