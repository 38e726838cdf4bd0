import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RenderOptions, renderReplay } from '../src/rendering/render/index.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { type Clip, clips, requestOf, storyboardClips } from './render/clips.ts';

const runs = Number(process.env.BENCH_RUNS ?? 3);
/** A render of so few frames is all start-up. */
const startFrames = 6;

interface GrowthCase {
  readonly name: string;
  readonly clip: Clip;
  readonly frames: number;
  readonly options?: Partial<RenderOptions>;
}

const [ordinary, streams] = clips as [Clip, Clip];
const [storyboard] = storyboardClips as [Clip];
const size = (width: number, height: number) => ({ width, height });

/** Each of them differs from the default job on an ordinary map in one respect. */
const cases: readonly GrowthCase[] = [
  { name: '480p', clip: ordinary, frames: 300, options: size(854, 480) },
  { name: '720p', clip: ordinary, frames: 300, options: size(1280, 720) },
  { name: '1080p', clip: ordinary, frames: 300 },
  { name: '4k', clip: ordinary, frames: 150, options: size(3840, 2160) },
  { name: 'four times as long', clip: ordinary, frames: 1200 },
  { name: 'without motion blur', clip: ordinary, frames: 300, options: { motionBlur: false } },
  { name: 'fast streams', clip: streams, frames: 300 },
  { name: 'a storyboard of 2,000 sprites', clip: storyboard, frames: 300 },
  { name: '  the same map without it', clip: storyboard, frames: 300, options: { storyboard: false } },
];

/** Measures the processor time of the default job, and how it grows; docs/growth.md has the results. */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays on this machine: nothing is measured.');
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  const file = join(folder, 'video.mp4');
  const measure = ({ clip, frames, options }: GrowthCase) => cpuOf(clip, { ...options, frames, file });
  try {
    // Compiled code and file caches are as in a service that has rendered before.
    await measure(cases[0]!);
    const start = Array.from(cases, () => Number.POSITIVE_INFINITY);
    const whole = [...start];
    // Runs alternate, and the least time counts: other load can only add to it.
    for (let run = 0; run < runs; run++) {
      for (const [i, each] of cases.entries()) {
        start[i] = Math.min(start[i]!, await measure({ ...each, frames: startFrames }));
        whole[i] = Math.min(whole[i]!, await measure(each));
      }
    }
    for (const [i, { name, clip, frames, options }] of cases.entries()) {
      const perFrame = (whole[i]! - start[i]!) / (frames - startFrames);
      await cpuOf(clip, { ...options, frames, file });
      const kilobytes = (await stat(file)).size / frames / 1000;
      console.log(
        `${name.padEnd(36)} start ${start[i]!.toFixed(0).padStart(5)} ms, frame ${perFrame.toFixed(1).padStart(6)} ms, ` +
          `${kilobytes.toFixed(1)} kB`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the processor milliseconds of a render in this process, with all its threads. */
async function cpuOf(
  clip: Clip,
  { frames, file, ...options }: Partial<RenderOptions> & { frames: number; file: string },
): Promise<number> {
  const request = requestOf(clip, { motionBlur: true, storyboard: true, ...options, data: sharedData!, frames });
  const before = process.cpuUsage();
  await renderReplay({ ...request, file });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
