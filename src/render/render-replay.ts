import { rm } from 'node:fs/promises';
import { openVideo, type PcmStream } from '../video/index.ts';
import { writeAnalytics } from './analytics.ts';
import { bestMoment } from './best-moment.ts';
import { describePlay } from './describe-play.ts';
import { film } from './film.ts';
import { type PreparedRender, prepareRender } from './prepare-render.ts';
import { createProgress } from './progress.ts';
import type { RenderHooks, RenderRequest, RenderResult } from './request.ts';
import { openSound } from './sound.ts';
import { writeThumbnail } from './thumbnail.ts';

/** Of the sound, in bits a second. */
const soundBitrate = 192_000;

/** Makes the video of a replay. Whatever goes wrong or is aborted on the way leaves no file behind. */
export async function renderReplay(request: RenderRequest, hooks: RenderHooks = {}): Promise<RenderResult> {
  const { options, file, thumbnail, analytics } = request;
  const { signal, onNote = () => {} } = hooks;
  const progress = createProgress(hooks.onProgress);
  signal?.throwIfAborted();
  progress.prepare();
  const prepared = await prepareRender(request, hooks);
  const { stage, take, props } = prepared;
  const shown = describePlay(prepared.opened);
  hooks.onOpened?.(shown);
  const { width, height, fps, encoder, preset, crf, ffmpegPath } = options;
  const audio = { bitrate: soundBitrate };

  const video = await openVideo({ file, width, height, fps, encoder, preset, crf, audio }, { signal, ffmpegPath });
  let sound: PcmStream | null = null;
  try {
    sound = openSound({
      show: stage.show,
      files: request.beatmap.files,
      skinFiles: props.skinFiles,
      start: take.start,
      lengthMs: (take.frames * 1000) / fps,
      diesAway: take.isLast,
      onNote,
    });
    progress.begin(take.frames);
    await film(stage, take, { video, sound, signal, onFrame: progress.frame });
    progress.finish();
    if (thumbnail !== undefined) await writeThumbnail(props, momentOf(prepared), thumbnail);
    if (analytics !== undefined) await writeAnalytics(prepared.opened, analytics, take);
    signal?.throwIfAborted();
    const { bytes } = await video.finish();
    return { ...shown, frames: take.frames, durationMs: (take.frames * 1000) / take.fps, bytes };
  } catch (error) {
    await video.abort();
    for (const beside of [thumbnail, analytics]) if (beside !== undefined) await rm(beside, { force: true });
    throw error;
  } finally {
    sound?.close();
    await stage.close();
  }
}

function momentOf({ opened, take }: PreparedRender): number {
  return bestMoment(opened.play, take.start, take.start + (take.frames * 1000 * take.rate) / take.fps);
}
