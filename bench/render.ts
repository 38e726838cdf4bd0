import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultEncoding } from '../src/rendering/render/index.ts';
import { sharedData } from '../test/support/shared-data.ts';
import { type Clip, clips, storyboardClips } from './render/clips.ts';
import { measureDrawing, measureSeeking } from './render/drawing.ts';
import { measureLongMap } from './render/long-map.ts';
import { measureProcesses } from './render/processes.ts';
import { measureCommand, measureSizes, measureWhole, measureWith } from './render/whole.ts';

/** Fewer make a quick look; what counts is 600 frames and the median of 3. */
const frames = Number(process.env.BENCH_FRAMES ?? 600);
const runs = Number(process.env.BENCH_RUNS ?? 3);
/** Of the job that is shared out among processes. */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);

/**
 * How fast videos are made beside the encoder alone in the same run, what drawing costs, how much memory it takes and how
 * soon it begins. One JSON object a line, then a table of what is wanted.
 */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays here, so nothing is measured.');
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  try {
    const lines: string[] = [];
    for (const clip of clips) lines.push(...(await measureClip(clip, { data: sharedData, folder, frames, runs })));
    for (const clip of storyboardClips)
      lines.push(...(await measureStoryboard(clip, { data: sharedData, folder, frames, runs })));
    lines.push(...(await measureShared(clips[0]!, { data: sharedData, folder, seconds })));
    lines.push(...(await measureLong({ data: sharedData, folder })));
    console.log(`\n${lines.join('\n')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureShared(clip: Clip, where: Parameters<typeof measureProcesses>[1]): Promise<string[]> {
  const shared = print(clip, 'processes', await measureProcesses(clip, where));
  return [
    `${clip.name}, ${seconds} s, veryfast`,
    rowOf('one process on one core', shared.secondsOne, 's'),
    rowOf('  its memory', shared.peakMbOne, 'MB'),
    rowOf('two processes on a core each, joined', shared.secondsTwo, 's'),
    rowOf('  their memory together', shared.peakMbTwo, 'MB'),
    rowOf('two are so many times as fast', shared.timesAsFast, '', 'at least 1.7'),
  ];
}

async function measureLong(where: Parameters<typeof measureLongMap>[0]): Promise<string[]> {
  const long = print({ name: 'The Unforgiving, ten minutes' }, 'long map', await measureLongMap(where));
  return [
    'The Unforgiving, ten minutes, 1080p, veryfast, 10 frames/s',
    rowOf('memory', long.peakMb, 'MB', 'at most 500'),
    rowOf('memory in the last minute of that in the first', long.lastOfFirst, '', 'at most 1.1'),
  ];
}

/** At the preset of the service, beside the map's plain background. */
async function measureStoryboard(clip: Clip, where: Parameters<typeof measureWhole>[2]): Promise<string[]> {
  const preset = defaultEncoding.preset;
  const story = print(clip, 'storyboard', await measureWith('storyboard', clip, { ...where, preset }));
  return [
    `${clip.name}, ${frames} frames, ${preset}`,
    rowOf('the whole with its storyboard', story.framesPerSecond, 'frames/s'),
    rowOf('with its storyboard of without', story.ofWithout, '', 'at least 0.5'),
  ];
}

async function measureClip(clip: Clip, where: Parameters<typeof measureWhole>[2]): Promise<string[]> {
  const lines = [`${clip.name}, ${frames} frames`];
  const row = (...row: Parameters<typeof rowOf>) => lines.push(rowOf(...row));

  const command = print(clip, 'command', await measureCommand(clip, where));
  row('from command to first encoded frame', command.firstFrameMs, 'ms', 'at most 2000');
  row('memory, 1080p', command.peakMb, 'MB', 'at most 500');
  const seeking = print(clip, 'seeking', await measureSeeking(clip, where));
  row('a frame anywhere, worst of 40', seeking.seekMsWorst, 'ms', 'under 100');
  for (const [size, wanted] of [
    ['1080p', 4],
    ['4k', 16],
  ] as const) {
    const few = { ...where, frames: size === '4k' ? Math.min(frames, 120) : frames };
    const drawing = print(clip, `drawing ${size}`, await measureDrawing(clip, size, few));
    row(`compositing and colours, ${size}`, drawing.composingCpuMs, 'CPU ms', `at most ${wanted}`);
    row('  and listing what is seen', drawing.listingCpuMs, 'CPU ms');
  }
  const blurred = print(clip, 'drawing blurred', await measureDrawing(clip, '1080p', { ...where, motionBlur: true }));
  row('compositing and colours with motion blur, 1080p', blurred.composingCpuMs, 'CPU ms', 'at most 8');
  for (const preset of ['veryfast', 'ultrafast']) {
    const blur = print(clip, `${preset} blurred`, await measureWith('motionBlur', clip, { ...where, preset }));
    row(`${preset}: the whole with motion blur`, blur.framesPerSecond, 'frames/s');
    row(`${preset}: with motion blur of without`, blur.ofWithout, '', 'at least 0.5');
    const whole = print(clip, preset, await measureWhole(clip, preset, where));
    row(`${preset}: the encoder alone, plain frames`, whole.encoderAlonePlain, 'frames/s');
    row(`${preset}: the whole`, whole.framesPerSecond, 'frames/s');
    row(`${preset}: of the encoder alone`, whole.ofEncoder, '', 'at least 0.85');
    row(`${preset}, plain frames: the whole`, whole.framesPerSecondPlain, 'frames/s');
    const wantedPlain = preset === 'veryfast' ? 'at least 0.85' : 'at least 0.75';
    row(`${preset}, plain frames: of the encoder alone`, whole.ofEncoderPlain, '', wantedPlain);
    if (preset === 'ultrafast') row(`${preset}: the encoder alone, with change hints`, whole.encoderAlone, 'frames/s');
  }
  const sizes = print(clip, 'ultrafast 4k', await measureSizes(clip, 'ultrafast', where));
  row('ultrafast, 4K: the whole', sizes.fourK, 'frames/s');
  row('ultrafast, 4K: of 1080p', sizes.ofFullHd, '', 'at least 0.19');
  return lines;
}

function rowOf(what: string, value: number | null, unit: string, wanted = ''): string {
  const shown = value === null ? '?' : value.toFixed(value < 10 ? 2 : 0);
  return `  ${what.padEnd(58)}${shown.padStart(8)} ${unit.padEnd(10)}${wanted}`;
}

function print<T extends object>(clip: Pick<Clip, 'name'>, measured: string, numbers: T): T {
  const rounded = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  );
  console.log(JSON.stringify({ bench: 'render', clip: clip.name, measured, frames, ...rounded }));
  return numbers;
}
