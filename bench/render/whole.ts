import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { encodeFrames, type FrameSource } from '../../src/rendering/render/encode-frames.ts';
import type { FrameSchedule } from '../../src/rendering/render/frame-schedule.ts';
import { prepareRender, type RenderRequest, renderReplay } from '../../src/rendering/render/index.ts';
import { openRenderSound, soundBitrate } from '../../src/rendering/render/sound.ts';
import { openVideo, type PcmStream } from '../../src/rendering/video/index.ts';
import { residentMb } from '../../test/support/resident-memory.ts';
import { median } from '../median.ts';
import { type Clip, requestOf, sizes } from './clips.ts';
import { readyPictures, readySamples } from './ready.ts';

interface Where {
  readonly data: string;
  readonly folder: string;
  readonly frames: number;
  readonly runs: number;
}

/**
 * Frames a second of whole renders beside the encoder alone, which gets the same pictures and the same sound ready made:
 * in turns, medians. The measure of both is the encoder that is told nothing about what has changed; the one that is told
 * is there to compare.
 */
export async function measureWhole(clip: Clip, preset: string, { data, folder, frames, runs }: Where) {
  const request = { ...requestOf(clip, { data, frames, preset }), file: join(folder, 'video.mp4') };
  const prepared = await prepareRender(request);
  const { schedule } = prepared;
  const pictures = await readyPictures(prepared);
  const samples = readySamples(prepared, request);
  await prepared.renderer.close();
  const rates = {
    whole: [] as number[],
    wholePlain: [] as number[],
    alone: [] as number[],
    alonePlain: [] as number[],
  };

  for (let run = 0; run < runs; run++) {
    rates.whole.push(await rateOf(request));
    rates.alone.push(await encodingRate({ source: pictures(), sound: samples(), schedule, request }));
    rates.alonePlain.push(await encodingRate({ source: untold(pictures()), sound: samples(), schedule, request }));
    const fresh = await prepareRender(request);
    const sound = openRenderSound(fresh, request, () => {});
    rates.wholePlain.push(await encodingRate({ source: untold(fresh.renderer), sound, schedule, request }));
    await fresh.renderer.close();
  }
  return {
    framesPerSecond: median(rates.whole),
    encoderAlone: median(rates.alone),
    ofEncoder: medianRatio(rates.whole, rates.alonePlain),
    framesPerSecondPlain: median(rates.wholePlain),
    encoderAlonePlain: median(rates.alonePlain),
    ofEncoderPlain: medianRatio(rates.wholePlain, rates.alonePlain),
  };
}

/** The same pictures, and nothing said of what has changed. */
function untold({ draw, compositor }: FrameSource): FrameSource {
  return { draw, compositor: { i420: compositor.i420, changedTiles: () => undefined } };
}

interface EncodingInput {
  readonly source: FrameSource;
  readonly sound: PcmStream;
  readonly schedule: FrameSchedule;
  readonly request: RenderRequest;
}

async function encodingRate({ source, sound, schedule, request }: EncodingInput): Promise<number> {
  const { width, height, fps, encoder, preset, crf } = request.options;
  const { file } = request;
  const video = await openVideo({ file, width, height, fps, encoder, preset, crf, audio: { bitrate: soundBitrate } });
  const rate = await rateFromFirst(async (onFrame) => {
    await encodeFrames(source, schedule, { video, sound, onFrame });
    return video.finish();
  });
  sound.close();
  await rm(file, { force: true });
  return rate;
}

/** Frames a second of whole renders with something, beside those without it in turns. */
export async function measureWith(
  option: 'motionBlur' | 'storyboard',
  clip: Clip,
  { preset, data, folder, frames, runs }: Where & { readonly preset: string },
) {
  const rates = { with: [] as number[], without: [] as number[] };
  for (let run = 0; run < runs; run++) {
    for (const side of ['without', 'with'] as const) {
      const request = requestOf(clip, { data, frames, preset, [option]: side === 'with' });
      rates[side].push(await rateOf({ ...request, file: join(folder, 'video.mp4') }));
    }
  }
  return { framesPerSecond: median(rates.with), ofWithout: medianRatio(rates.with, rates.without) };
}

/** Fewer are enough to tell sizes apart, and a 4K frame takes its time. */
const framesOfSizes = 180;

/** Frames a second of whole renders at both sizes, in turns, and what is left of them at the larger. */
export async function measureSizes(clip: Clip, preset: string, { data, folder, frames, runs }: Where) {
  const rates = { '1080p': [] as number[], '4k': [] as number[] };
  for (let run = 0; run < runs; run++) {
    for (const size of ['1080p', '4k'] as const) {
      const request = requestOf(clip, { data, frames: Math.min(frames, framesOfSizes), preset, ...sizes[size] });
      rates[size].push(await rateOf({ ...request, file: join(folder, 'video.mp4') }));
    }
  }
  return { fourK: median(rates['4k']), ofFullHd: medianRatio(rates['4k'], rates['1080p']) };
}

async function rateOf(request: RenderRequest): Promise<number> {
  const rate = await rateFromFirst((onFrame) => {
    return renderReplay(request, { onProgress: ({ frame }) => onFrame(frame) });
  });
  await rm(request.file, { force: true });
  return rate;
}

/** Frames a second from the first frame on, which has its own measure, to the end of the file. */
async function rateFromFirst(
  make: (onFrame: (done: number) => void) => Promise<{ readonly frames: number }>,
): Promise<number> {
  let first = 0;
  const { frames } = await make((done) => {
    if (done === 1) first = performance.now();
  });
  return ((frames - 1) * 1000) / (performance.now() - first);
}

/** Of the pairs that were measured one after the other: what the machine did besides is then in both. */
function medianRatio(ones: readonly number[], others: readonly number[]): number {
  return median(ones.map((one, i) => one / others[i]!));
}

/** The command as a process of its own: how soon its first frame is encoded, and how much memory it takes at most. */
export async function measureCommand(clip: Clip, { data, folder, frames }: Where) {
  const file = join(folder, 'video.mp4');
  const began = performance.now();
  const child = spawn(
    'bin/reprise',
    [
      'render',
      join(data, clip.replay),
      ...['--beatmap', join(data, clip.set), '--motion-blur', 'false', '--output', file],
      ...['--start', String(clip.start / 1000), '--end', String(clip.start / 1000 + frames / 60)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let firstFrameMs: number | null = null;
  let peakMb = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { event: string; frame?: number };
    if ((event.frame ?? 0) > 0) firstFrameMs ??= performance.now() - began;
    if (event.event === 'progress') peakMb = Math.max(peakMb, residentMb(child.pid!));
  }
  await rm(file, { force: true });
  return { firstFrameMs, peakMb };
}
