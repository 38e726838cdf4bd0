import { openVideo, type VideoFacts } from '../video/index.ts';
import { film } from './film.ts';
import type { PreparedRender } from './prepare-render.ts';
import type { RenderHooks, RenderRequest } from './request.ts';
import { openRenderSound, soundBitrate } from './sound.ts';

/** All frames of a video, drawn and encoded, that are not a finished file yet. */
export interface Footage {
  finish(): Promise<VideoFacts>;
  /** Leaves nothing behind. Harmless at any time, also twice or after the end. */
  abort(): Promise<void>;
}

export interface Shooting {
  readonly prepared: PreparedRender;
  readonly request: RenderRequest;
  readonly onFrame: (done: number) => void;
  readonly onNote: (note: string) => void;
  readonly signal: RenderHooks['signal'];
}

/** Shoots it in this process, pictures and sound side by side into one file; a stretch has no sound. */
export async function shootAtOnce({ prepared, request, onFrame, onNote, signal }: Shooting): Promise<Footage> {
  const { width, height, fps, encoder, preset, crf, ffmpegPath } = request.options;
  const { file, range } = request;
  const audio = range ? null : { bitrate: soundBitrate };
  const settings = { file, width, height, fps, encoder, preset, crf, audio };
  const video = await openVideo(settings, { signal, ffmpegPath });
  try {
    const sound = range ? undefined : openRenderSound(prepared, request, onNote);
    try {
      await film(prepared.stage, prepared.take, { range, video, sound, signal, onFrame });
      await video.flush();
    } finally {
      sound?.close();
    }
    return video;
  } catch (error) {
    await video.abort();
    throw error;
  }
}
