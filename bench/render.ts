import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultEncoding, type RenderOptions } from '../src/rendering/render/index.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { type Clip, clips, defaultPoolOf, defaultRequestOf, maps, storyboardClips } from './render/clips.ts';
import { measureDrawing, measureSeeking } from './render/drawing.ts';
import { measureCommand, measureFullRender, measureSizes, measureWith } from './render/full-render.ts';
import { measureLongMap } from './render/long-map.ts';
import { measureProcesses } from './render/processes.ts';
import { requireFfmpeg } from './render/quality.ts';
import { measureTogether } from './render/together.ts';
import { measureWholeJob } from './render/whole-job.ts';
import { round } from './round.ts';

/** Fewer frames or runs give a quick estimate; the requirements are for 600 frames and the median of 3 runs. */
const frames = Number(process.env.BENCH_FRAMES ?? 600);
const runs = Number(process.env.BENCH_RUNS ?? 3);
/** Whole maps take an hour and a half; a part of each is enough for an estimate. */
const framesOfMaps = process.env.BENCH_FRAMES ? frames : undefined;
/** Measures only the map whose name contains this. */
const mapsToMeasure = maps.filter(({ name }) => name.includes(process.env.BENCH_MAP ?? ''));
/** The length of the video that is rendered by several processes. */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);

/**
 * Measures the speed of renders relative to the encoder alone, the cost of drawing, the memory, and the time to the first
 * frame. Prints one JSON object per line, then a table with the requirements.
 */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays on this machine: nothing is measured.');
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  const where: Where = { data: sharedData, folder, frames, runs };
  const [, , , only] = process.argv;
  try {
    const lines: string[] = [];
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) lines.push(...(await measure(where)));
    console.log(`\n${lines.join('\n')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Where = Parameters<typeof measureFullRender>[2];

/** `npm run bench -- render together` measures one part alone. */
const parts: Readonly<Record<string, (where: Where) => Promise<string[]>>> = {
  command: (where) => inTurn(clips, (clip) => measureStart(clip, where)),
  drawing: (where) => inTurn(clips, (clip) => measureFrames(clip, where)),
  clips: (where) => inTurn(clips, (clip) => measureClip(clip, where)),
  default: (where) => inTurn(mapsToMeasure, (map) => measureDefault(map, where)),
  ultrafast: (where) => inTurn(clips, (clip) => measureUltrafast(clip, where)),
  storyboards: (where) => inTurn(storyboardClips, (clip) => measureStoryboard(clip, where)),
  processes: (where) => measureSegments(clips[0]!, { ...where, seconds }),
  long: (where) => measureLong(where),
  together: (where) => measureSeveral(clips[1]!, where),
};

async function inTurn<T>(measured: readonly T[], measure: (one: T) => Promise<string[]>): Promise<string[]> {
  const lines: string[] = [];
  for (const one of measured) lines.push(...(await measure(one)));
  return lines;
}

async function measureSegments(clip: Clip, where: Parameters<typeof measureProcesses>[1]): Promise<string[]> {
  const result = print(clip, 'processes', await measureProcesses(clip, where));
  return [
    `${clip.name}, ${seconds} s, veryfast`,
    rowOf('one process on one core', result.secondsOne, 's'),
    rowOf('  its memory', result.peakMbOne, 'MB'),
    rowOf('two processes on a core each, joined', result.secondsTwo, 's'),
    rowOf('  their memory together', result.peakMbTwo, 'MB'),
    rowOf('speed of two relative to one', result.timesAsFast, '', 'at least 1.8'),
  ];
}

async function measureLong(where: Parameters<typeof measureLongMap>[0]): Promise<string[]> {
  const long = print({ name: 'The Unforgiving, ten minutes' }, 'long map', await measureLongMap(where));
  return [
    'The Unforgiving, ten minutes, 1080p, veryfast, 10 frames/s',
    rowOf('memory', long.peakMb, 'MB', 'at most 500'),
    rowOf('memory in the last minute relative to the first', long.lastOfFirst, '', 'at most 1.1'),
  ];
}

/** Measures videos of several plays relative to that of one. */
async function measureSeveral(clip: Clip, where: Where): Promise<string[]> {
  const ghosts = print(clip, '50 ghosts', await measureTogether(clip, { ...where, layout: 'ghosts', count: 50 }));
  const split = print(clip, 'split of 4', await measureTogether(clip, { ...where, layout: 'split', count: 4 }));
  return [
    `${clip.name}, ${frames} frames, several plays in one video`,
    rowOf('50 ghosts', ghosts.framesPerSecond, 'frames/s'),
    rowOf('  relative to one play', ghosts.ofOne, '', 'at least 0.7'),
    rowOf('  memory relative to one play', ghosts.memoryOfOne, '', 'at most 1.5'),
    rowOf('  later first frame', ghosts.laterMs, 'ms', 'at most 3000'),
    rowOf('  later first frame, processor time', ghosts.laterCpuMs, 'ms'),
    rowOf('split of 4', split.framesPerSecond, 'frames/s'),
    rowOf('  relative to one play', split.ofOne, '', 'at least 0.5'),
    rowOf('  memory relative to one play', split.memoryOfOne, ''),
    rowOf('  later first frame', split.laterMs, 'ms'),
    rowOf('  later first frame, processor time', split.laterCpuMs, 'ms'),
  ];
}

/** Measures the default job of the service on a whole map, relative to x264 alone at `veryfast`. */
async function measureDefault(map: (typeof maps)[number], where: Where): Promise<string[]> {
  return measureWhole(map, {
    ...where,
    name: 'default job',
    reference: 'veryfast',
    options: {},
    requirements: {
      speed: 'at least 1.15 (any map: 1.0)',
      bytes: 'at most 1.08 (any map: 1.15)',
      quality: 'at least -0.1',
    },
  });
}

/** Measures a whole map at x264's `ultrafast` without motion blur, relative to x264 alone. */
async function measureUltrafast(clip: Clip, where: Where): Promise<string[]> {
  const options = { preset: 'ultrafast', motionBlur: false };
  const requirements = { speed: 'at least 0.9' };
  return measureWhole(clip, { ...where, name: 'ultrafast', reference: 'ultrafast', options, requirements });
}

interface WholeJob extends Where {
  readonly name: string;
  readonly reference: string;
  readonly options: Partial<RenderOptions>;
  readonly requirements: { readonly speed: string; readonly bytes?: string; readonly quality?: string };
}

async function measureWhole(
  map: (typeof maps)[number],
  { data, folder, runs, name, reference, options, requirements }: WholeJob,
): Promise<string[]> {
  requireFfmpeg();
  const request = { ...defaultRequestOf(map, { data, ...map.options, ...options }), pool: defaultPoolOf(map, data) };
  const job = print(map, name, await measureWholeJob(request, { folder, runs, reference, frames: framesOfMaps }));
  return [
    `${map.name}, ${job.frames} frames, ${name} with start-up, and x264 alone at ${reference}`,
    rowOf(name, job.framesPerSecond, 'frames/s'),
    rowOf('relative to x264 alone', job.ofEncoder, '', requirements.speed),
    rowOf('bytes relative to x264 alone', job.bytesOfReference, '', requirements.bytes),
    rowOf('SSIM minus that of x264 alone', job.ssimDb, 'dB', requirements.quality),
  ];
}

/** Measures at the preset of the service, relative to the map's background image. */
async function measureStoryboard(clip: Clip, where: Where): Promise<string[]> {
  const preset = defaultEncoding.preset;
  const story = print(clip, 'storyboard', await measureWith('storyboard', clip, { ...where, preset }));
  return [
    `${clip.name}, ${frames} frames, ${preset}`,
    rowOf('full render with storyboard', story.framesPerSecond, 'frames/s'),
    rowOf('with storyboard relative to without', story.ofWithout, '', 'at least 0.5'),
  ];
}

async function measureStart(clip: Clip, where: Where): Promise<string[]> {
  const command = print(clip, 'command', await measureCommand(clip, where));
  return [
    `${clip.name}, ${frames} frames, the command`,
    rowOf('from command to first encoded frame', command.firstFrameMs, 'ms', 'under 1000'),
    rowOf('memory, 1080p', command.peakMb, 'MB', 'at most 400'),
  ];
}

/** Measures what a frame costs without the encoder. */
async function measureFrames(clip: Clip, where: Where): Promise<string[]> {
  const seeking = print(clip, 'seeking', await measureSeeking(clip, where));
  const few = { ...where, frames: Math.min(frames, 120) };
  const plain = print(clip, 'drawing 1080p', await measureDrawing(clip, '1080p', where));
  const blurred = { ...where, motionBlur: true };
  const blur = print(clip, 'drawing 1080p blurred', await measureDrawing(clip, '1080p', blurred));
  const large = print(clip, 'drawing 4k', await measureDrawing(clip, '4k', few));
  return [
    `${clip.name}, ${frames} frames, drawn for the encoder`,
    rowOf('seek to any frame, worst of 40', seeking.seekMsWorst, 'ms', 'under 100'),
    rowOf('display list, compositing and conversion, 1080p', plain.totalCpuMs, 'CPU ms', 'at most 3'),
    rowOf('  of which the display list', plain.listingCpuMs, 'CPU ms'),
    rowOf('the same with motion blur', blur.totalCpuMs, 'CPU ms', 'at most 5'),
    rowOf('  of which the display list', blur.listingCpuMs, 'CPU ms'),
    rowOf('display list, compositing and conversion, 4K', large.totalCpuMs, 'CPU ms', 'at most 16'),
  ];
}

async function measureClip(clip: Clip, where: Where): Promise<string[]> {
  const lines = [`${clip.name}, ${frames} frames`];
  const row = (...row: Parameters<typeof rowOf>) => lines.push(rowOf(...row));

  for (const preset of ['veryfast', 'ultrafast']) {
    const blur = print(clip, `${preset} blurred`, await measureWith('motionBlur', clip, { ...where, preset }));
    row(`${preset}: full render with motion blur`, blur.framesPerSecond, 'frames/s');
    row(`${preset}: with motion blur relative to without`, blur.ofWithout, '', 'at least 0.5');
    const whole = print(clip, preset, await measureFullRender(clip, preset, where));
    row(`${preset}: encoder alone, without change hints`, whole.encoderAlonePlain, 'frames/s');
    row(`${preset}: full render`, whole.framesPerSecond, 'frames/s');
    row(`${preset}: relative to the encoder alone`, whole.ofEncoder, '', 'at least 0.85');
    row(`${preset}, without change hints: full render`, whole.framesPerSecondPlain, 'frames/s');
    const requirementPlain = preset === 'veryfast' ? 'at least 0.85' : 'at least 0.75';
    row(`${preset}, without change hints: relative to the encoder`, whole.ofEncoderPlain, '', requirementPlain);
    if (preset === 'veryfast') continue;
    row(`${preset}: encoder alone, with change hints`, whole.encoderAlone, 'frames/s');
  }
  const { preset } = defaultEncoding;
  const sizes = print(clip, `${preset} 4k`, await measureSizes(clip, preset, where));
  row(`${preset}, 4K: full render`, sizes.fourK, 'frames/s');
  row(`${preset}, 4K: relative to 1080p`, sizes.ofFullHd, '', 'at least 0.30');
  return lines;
}

function rowOf(what: string, value: number | null, unit: string, requirement = ''): string {
  const shown = value === null ? '?' : value.toFixed(value < 10 ? 2 : 0);
  return `  ${what.padEnd(58)}${shown.padStart(8)} ${unit.padEnd(10)}${requirement}`;
}

function print<T extends object>(clip: Pick<Clip, 'name'>, measured: string, numbers: T): T {
  const rounded = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, typeof value === 'number' ? round(value, 2) : value]),
  );
  console.log(JSON.stringify({ bench: 'render', clip: clip.name, measured, frames, ...rounded }));
  return numbers;
}
