import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareRender, type RenderRequest, renderReplay, songTimeOf } from '../../src/rendering/render/index.ts';
import { keyFrameDistance } from '../../src/rendering/video/encoder-options.ts';
import { median } from '../median.ts';
import { drawAhead } from './drawn-ahead.ts';
import { encodeWithX264 } from './encode-with-x264.ts';
import { preRenderSound } from './pre-rendered.ts';
import { qualitiesOf } from './quality.ts';

interface WholeJobOptions {
  /** The preset of x264 that the job is compared with. */
  readonly reference: string;
  readonly folder: string;
  /** Renders only so many frames, from the middle of the play. */
  readonly frames: number | undefined;
  readonly runs: number;
}

/**
 * Compares a whole render, start-up included, with x264 alone, with a preset of its own and the same crf, which gets the same
 * frames and sound from memory. Runs alternate, and results are medians.
 */
export async function measureWholeJob(play: Omit<RenderRequest, 'file'>, options: WholeJobOptions) {
  const { folder, frames, runs } = options;
  const request = { ...(frames ? await middleOf(play, frames) : play), file: join(folder, 'default.mp4') };
  const prepared = await prepareRender(request);
  const { schedule } = prepared;
  const sounds = await preRenderSound(prepared, request);
  const { width, height, fps, encoder, crf } = request.options;
  const reference = { file: join(folder, 'reference.mp4'), width, height, fps, encoder };
  const x264Options = { g: String(keyFrameDistance(fps)), preset: options.reference, crf: String(crf) };

  const speeds: number[] = [];
  const rates: number[] = [];
  for (let run = 0; run < runs; run++) {
    const jobMs = await elapsedMs(() => renderReplay(request));
    const source = drawAhead(prepared);
    const input = { options: x264Options, frames: schedule.frames, source, sound: sounds() };
    const encoderMs = await elapsedMs(() => encodeWithX264(reference, input));
    speeds.push((encoderMs - source.drawingMs) / jobMs);
    rates.push((schedule.frames * 1000) / jobMs);
  }
  const [quality, referenceQuality] = await qualitiesOf([request.file, reference.file], reference, {
    source: drawAhead(prepared),
    frames: schedule.frames,
  });
  await prepared.renderer.close();
  return {
    frames: schedule.frames,
    framesPerSecond: median(rates),
    ofEncoder: median(speeds),
    bytesOfReference: (await stat(request.file)).size / (await stat(reference.file)).size,
    ssimDb: quality!.ssimDb - referenceQuality!.ssimDb,
    psnrDb: quality!.psnrDb - referenceQuality!.psnrDb,
  };
}

/** Returns a request for the middle of a play. */
async function middleOf(play: Omit<RenderRequest, 'file'>, frames: number): Promise<Omit<RenderRequest, 'file'>> {
  const { renderer, schedule } = await prepareRender(play);
  await renderer.close();
  const first = Math.max(0, Math.floor((schedule.frames - frames) / 2));
  const start = songTimeOf(schedule, first);
  const end = songTimeOf(schedule, Math.min(schedule.frames, first + frames));
  return { ...play, options: { ...play.options, start, end } };
}

async function elapsedMs(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}
