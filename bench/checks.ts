import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFrames, type FrameSource } from '../src/rendering/render/encode-frames.ts';
import { type PreparedRender, prepareRender } from '../src/rendering/render/index.ts';
import { encoderOptions } from '../src/rendering/video/encoder-options.ts';
import {
  compareSegments,
  differenceBound,
  joinSegments,
  openVideo,
  type Segment,
  type VideoSettings,
} from '../src/rendering/video/index.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { type Clip, clips, requestOf, storyboardClips } from './render/clips.ts';
import { encodeWithX264 } from './render/encode-with-x264.ts';
import { preRenderFrames } from './render/pre-rendered.ts';

const frames = Number(process.env.BENCH_FRAMES ?? 120);
const size = { width: 1280, height: 720 };
/** The instructions that x264 may use: none, and those of processors from 2003 to today. */
const instructions = ['0', 'SSE2', 'SSSE3', 'AVX2', 'AVX512'];
const threadCounts = [3, 16];
const presets = ['quick', 'balanced', 'small'];
const crfs = [10, 20, 35, 51];

interface Input {
  readonly clip: Clip;
  readonly sources: () => FrameSource;
  readonly prepared: PreparedRender;
  readonly settings: VideoSettings;
  readonly folder: string;
}

/**
 * Measures what the checks of untrusted workers rest on: whether x264's packets depend on the processor, the threads and the
 * processes, and how much the pictures of honest encodings of the same frames differ.
 */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays on this machine: nothing is measured.');
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  try {
    for (const clip of [...clips, ...storyboardClips]) await measureClip(clip, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureClip(clip: Clip, folder: string): Promise<void> {
  const changes = { data: sharedData ?? '', frames, motionBlur: true, storyboard: true, ...size };
  const request = requestOf(clip, changes);
  const prepared = await prepareRender(request);
  const sources = await preRenderFrames(prepared);
  await prepared.renderer.close();
  const { width, height, fps, encoder } = request.options;
  const settings = { file: '', width, height, fps, encoder, crf: 20, preset: 'balanced', audio: null };
  const input: Input = { clip, sources, prepared, settings, folder };
  await compareInstructions(input, '');
  await compareInstructions(input, ':mbtree=0');
  for (const preset of presets) for (const crf of crfs) await compareThreads(input, { preset, crf });
}

/** Compares encodings with some instructions of the processor with one that uses all of them. */
async function compareInstructions(
  { clip, sources, prepared, settings, folder }: Input,
  params: string,
): Promise<void> {
  // A clip of a play with Double Time has fewer frames than were asked for.
  const { frames } = prepared.schedule;
  const encodeTo = async (name: string, asm: string) => {
    const file = join(folder, name);
    const options = encoderOptions({ ...settings, threads: 1 });
    const restricted = { ...options, 'x264-params': `${options['x264-params']}${params}:asm=${asm}` };
    await encodeWithX264({ ...settings, file }, { options: restricted, frames, source: sources() });
    return file;
  };
  const reference = await encodeTo('auto.mp4', 'auto');
  for (const asm of instructions) {
    const candidate = await encodeTo('some.mp4', asm);
    print({ clip: clip.name, params, asm, ...compare({ candidate, reference }) });
  }
}

/** Compares encodings with more threads, and one in parts, with one of a single thread. */
async function compareThreads(input: Input, changes: { preset: string; crf: number }): Promise<void> {
  const { clip, folder, settings } = input;
  const encodeWhole = (threads: number) =>
    encode(input, { ...settings, ...changes, threads, file: join(folder, `${threads}.mp4`) });
  const reference = (await encodeWhole(1)).file;
  for (const threads of threadCounts) {
    const { file: candidate } = await encodeWhole(threads);
    print({ clip: clip.name, ...changes, threads, ...compare({ candidate, reference }) });
  }
  const candidate = await encodeInParts(input, changes);
  print({ clip: clip.name, ...changes, parts: 2, ...compare({ candidate, reference }) });
  print({ crf: changes.crf, bound: differenceBound({ crf: changes.crf, hasRateLimit: false }) });
}

function compare(files: { candidate: string; reference: string }): object {
  const compared = compareSegments({ ...files, bound: { block: 255, frame: 255, lasting: 255 } });
  if (compared.result !== 'within-bound') return compared;
  const { block, frame, lasting } = compared.difference;
  const rounded = [block, frame, lasting].map((levels) => Number(levels.toFixed(2)));
  return { block: rounded[0], frame: rounded[1], lasting: rounded[2] };
}

async function encode(
  { sources, prepared }: Input,
  settings: VideoSettings,
  segment = { first: 0, frames: prepared.schedule.frames },
): Promise<Segment> {
  const source = sources();
  for (let frame = 0; frame < segment.first; frame++) await source.draw(frame);
  const video = await openVideo(settings);
  await encodeFrames(source, prepared.schedule, { video, segment });
  await video.finish();
  return { file: settings.file, frames: segment.frames };
}

/** Encodes as several processes do. */
async function encodeInParts(input: Input, changes: { preset: string; crf: number }): Promise<string> {
  const { folder, settings } = input;
  const segments: Segment[] = [];
  const { frames } = input.prepared.schedule;
  const half = Math.ceil(frames / 2);
  for (let first = 0; first < frames; first += half) {
    const partSettings = { ...settings, ...changes, threads: 1, file: join(folder, `part-${first}.mp4`) };
    segments.push(await encode(input, partSettings, { first, frames: Math.min(half, frames - first) }));
  }
  const file = join(folder, 'joined.mp4');
  await joinSegments({ segments, sound: null, fps: settings.fps, file });
  return file;
}

function print(measured: object): void {
  console.log(JSON.stringify({ bench: 'checks', ...measured }));
}
