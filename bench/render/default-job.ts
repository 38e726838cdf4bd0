import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFrames } from '../../src/rendering/render/encode-frames.ts';
import { prepareRender, renderReplay } from '../../src/rendering/render/index.ts';
import { defaultSoundBitrate } from '../../src/rendering/render/plan-encoding.ts';
import { openVideo } from '../../src/rendering/video/index.ts';
import { median } from '../median.ts';
import { type Clip, requestOf } from './clips.ts';
import { preRenderFrames, preRenderSound } from './pre-rendered.ts';
import { qualityOf } from './quality.ts';

/** The preset that the default job is compared with. */
const referencePreset = 'veryfast';

/**
 * Compares a render as the service makes it by default, start-up included, with x264 alone at `veryfast` and the same crf,
 * which gets the same frames and sound from memory. Runs alternate, and results are medians.
 */
export async function measureDefaultJob(
  clip: Clip,
  { data, folder, frames, runs }: { data: string; folder: string; frames: number; runs: number },
) {
  const request = {
    ...requestOf(clip, { data, frames, motionBlur: true, storyboard: true }),
    file: join(folder, 'default.mp4'),
  };
  const prepared = await prepareRender(request);
  const { schedule } = prepared;
  const sources = await preRenderFrames(prepared);
  const sounds = await preRenderSound(prepared, request);
  await prepared.renderer.close();
  const { width, height, fps, encoder, crf } = request.options;
  const reference = { file: join(folder, 'reference.mp4'), width, height, fps, encoder, preset: referencePreset, crf };

  const speeds: number[] = [];
  const rates: number[] = [];
  for (let run = 0; run < runs; run++) {
    const jobMs = await elapsedMs(() => renderReplay(request));
    const encoderMs = await elapsedMs(async () => {
      const video = await openVideo({ ...reference, audio: { bitrate: defaultSoundBitrate } });
      await encodeFrames(sources(), schedule, { video, openSound: async () => sounds() });
      await video.finish();
    });
    speeds.push(encoderMs / jobMs);
    rates.push((schedule.frames * 1000) / jobMs);
  }
  const quality = await qualityOf({ ...reference, file: request.file }, sources(), schedule.frames);
  const referenceQuality = await qualityOf(reference, sources(), schedule.frames);
  return {
    framesPerSecond: median(rates),
    ofEncoder: median(speeds),
    bytesOfReference: (await stat(request.file)).size / (await stat(reference.file)).size,
    ssimDb: quality.ssimDb - referenceQuality.ssimDb,
    psnrDb: quality.psnrDb - referenceQuality.psnrDb,
  };
}

async function elapsedMs(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}
