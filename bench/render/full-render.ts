import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { encodeFrames, type FrameSource } from '../../src/rendering/render/encode-frames.ts';
import type { FrameSchedule } from '../../src/rendering/render/frame-schedule.ts';
import { prepareRender, type RenderRequest, renderReplay } from '../../src/rendering/render/index.ts';
import { defaultSoundBitrate } from '../../src/rendering/render/plan-encoding.ts';
import { openRenderSound } from '../../src/rendering/render/sound.ts';
import { openVideo, type PcmStream } from '../../src/rendering/video/index.ts';
import { peakResidentMb } from '../../test/support/processes/resident-memory.ts';
import { median } from '../median.ts';
import { type Clip, defaultPoolOf, requestOf, sizes } from './clips.ts';
import { preRenderFrames, preRenderSound } from './pre-rendered.ts';

interface BenchOptions {
  readonly data: string;
  readonly folder: string;
  readonly frames: number;
  readonly runs: number;
}

/**
 * Measures the frames per second of full renders, by as many processes as by default, and of the encoder alone, which gets the
 * same pre-rendered frames and sound. Runs alternate, and results are medians. Ratios are relative to the encoder without
 * change hints; the encoder with hints is measured for comparison.
 */
export async function measureFullRender(clip: Clip, preset: string, { data, folder, frames, runs }: BenchOptions) {
  const request = { ...requestOf(clip, { data, frames, preset }), file: join(folder, 'video.mp4') };
  const prepared = await prepareRender(request);
  const { schedule } = prepared;
  const frameSources = await preRenderFrames(prepared);
  const sounds = await preRenderSound(prepared, request);
  await prepared.renderer.close();
  const rates = {
    whole: [] as number[],
    wholePlain: [] as number[],
    alone: [] as number[],
    alonePlain: [] as number[],
  };

  for (let run = 0; run < runs; run++) {
    rates.whole.push(await rateOf({ ...request, pool: defaultPoolOf(clip, data) }));
    rates.alone.push(await encodingRate({ source: frameSources(), sound: sounds(), schedule, request }));
    rates.alonePlain.push(
      await encodingRate({ source: withoutHints(frameSources()), sound: sounds(), schedule, request }),
    );
    const fresh = await prepareRender(request);
    const sound = await openRenderSound({ prepared: fresh, request }, { onNote() {}, signal: undefined });
    rates.wholePlain.push(await encodingRate({ source: withoutHints(fresh.renderer), sound, schedule, request }));
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

/** Returns the same frames without the table of changed tiles. */
function withoutHints({ draw, compositor }: FrameSource): FrameSource {
  return { draw, compositor: { i420: compositor.i420, changedTiles: () => undefined } };
}

interface EncodingInput {
  readonly source: FrameSource;
  readonly sound: PcmStream;
  readonly schedule: FrameSchedule;
  readonly request: RenderRequest;
}

async function encodingRate({ source, sound, schedule, request }: EncodingInput): Promise<number> {
  const { file, options } = request;
  const video = await openVideo({ ...options, file, audio: { bitrate: defaultSoundBitrate } });
  const rate = await rateFromFirst(async (onFrame) => {
    await encodeFrames(source, schedule, { video, openSound: async () => sound, onFrame });
    return video.finish();
  });
  sound.close();
  await rm(file, { force: true });
  return rate;
}

/** Measures the frames per second of full renders with and without an option, in alternating runs. */
export async function measureWith(
  option: 'motionBlur' | 'storyboard',
  clip: Clip,
  { preset, data, folder, frames, runs }: BenchOptions & { readonly preset: string },
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

/** Fewer frames are enough to compare sizes, and 4K frames are slow. */
const maxFramesPerSize = 180;

/** Measures the frames per second of full renders at both sizes, in alternating runs, and their ratio. */
export async function measureSizes(clip: Clip, preset: string, { data, folder, frames, runs }: BenchOptions) {
  const rates = { '1080p': [] as number[], '4k': [] as number[] };
  for (let run = 0; run < runs; run++) {
    for (const size of ['1080p', '4k'] as const) {
      const request = requestOf(clip, { data, frames: Math.min(frames, maxFramesPerSize), preset, ...sizes[size] });
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

/** Returns the frames per second from the first frame, which is measured elsewhere, to the end of the file. */
async function rateFromFirst(
  render: (onFrame: (done: number) => void) => Promise<{ readonly frames: number }>,
): Promise<number> {
  let first = 0;
  const { frames } = await render((done) => {
    if (done === 1) first = performance.now();
  });
  return ((frames - 1) * 1000) / (performance.now() - first);
}

/** Compares runs that directly followed each other, so that other load on the machine affects both. */
function medianRatio(values: readonly number[], references: readonly number[]): number {
  return median(values.map((value, i) => value / references[i]!));
}

/** Measures the command in processes of its own: the time to the first encoded frame, and the peak memory. */
export async function measureCommand(clip: Clip, options: BenchOptions) {
  const measured: Awaited<ReturnType<typeof runCommand>>[] = [];
  for (let run = 0; run < options.runs; run++) measured.push(await runCommand(clip, options));
  return {
    firstFrameMs: median(measured.map(({ firstFrameMs }) => firstFrameMs)),
    peakMb: median(measured.map(({ peakMb }) => peakMb)),
  };
}

async function runCommand(clip: Clip, { data, folder, frames }: BenchOptions) {
  const file = join(folder, 'video.mp4');
  const startedMs = performance.now();
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
    if ((event.frame ?? 0) > 0) firstFrameMs ??= performance.now() - startedMs;
    if (event.event === 'progress') peakMb = Math.max(peakMb, peakResidentMb(child.pid!));
  }
  await rm(file, { force: true });
  if (firstFrameMs === null) throw new Error('The measured render has failed.');
  return { firstFrameMs, peakMb };
}
