import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readReplay, writeReplay } from '../../src/game/replay/index.ts';
import { peakResidentMb } from '../../test/support/processes/resident-memory.ts';
import { median } from '../median.ts';
import type { Clip } from './clips.ts';

interface BenchOptions {
  readonly data: string;
  readonly folder: string;
  readonly frames: number;
  readonly runs: number;
}

/** A render in a process of its own. */
interface Measured {
  /** Frames per second after the first frame. */
  readonly rate: number;
  readonly firstFrameMs: number;
  /** Processor time until the first frame, which other programs on the machine change little. */
  readonly firstFrameCpuMs: number;
  readonly peakMb: number;
}

/**
 * Measures videos of several plays relative to the video of one, in alternating runs: speed, memory, and the time to the
 * first frame. The plays are one real play whose cursor is moved a little.
 */
export async function measureTogether(
  clip: Clip,
  { layout, count, ...options }: BenchOptions & { readonly layout: string; readonly count: number },
) {
  const { data, folder, frames, runs } = options;
  const replays = await variations(join(data, clip.replay), { count, folder: join(folder, 'plays') });
  const one: Measured[] = [];
  const several: Measured[] = [];
  const common = [
    ...['--beatmap', join(data, clip.set), '--processes', '1', '--storyboard', 'false', '--motion-blur', 'false'],
    ...['--start', String(clip.start / 1000), '--end', String(clip.start / 1000 + frames / 60)],
  ];
  for (let run = 0; run < runs; run++) {
    one.push(await measureRender([replays[0]!, ...common], folder));
    several.push(await measureRender([...replays, '--layout', layout, ...common], folder));
  }
  await rm(join(folder, 'plays'), { recursive: true });
  const ratio = (value: (each: Measured) => number) => median(several.map((each, i) => value(each) / value(one[i]!)));
  const later = (value: (each: Measured) => number) => median(several.map((each, i) => value(each) - value(one[i]!)));
  return {
    framesPerSecond: median(several.map(({ rate }) => rate)),
    ofOne: ratio(({ rate }) => rate),
    peakMb: median(several.map(({ peakMb }) => peakMb)),
    memoryOfOne: ratio(({ peakMb }) => peakMb),
    laterMs: later(({ firstFrameMs }) => firstFrameMs),
    laterCpuMs: later(({ firstFrameCpuMs }) => firstFrameCpuMs),
  };
}

/** Writes replays that differ in their player and in where the cursor is. */
async function variations(
  file: string,
  { count, folder }: { readonly count: number; readonly folder: string },
): Promise<string[]> {
  await mkdir(folder);
  const replay = readReplay(new Uint8Array(readFileSync(file)));
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const path = join(folder, `${i}.osr`);
      const offset = (phase: number) => (i === 0 ? 0 : 9 * Math.sin(i + phase));
      const { frames } = replay;
      const moved = { ...frames, xs: frames.xs.map((x) => x + offset(0)), ys: frames.ys.map((y) => y + offset(2)) };
      const header = { ...replay.header, player: `Player ${i + 1}`, replayMd5: String(i).padStart(32, '0') };
      await writeFile(path, writeReplay({ ...replay, header, frames: moved }));
      return path;
    }),
  );
}

async function measureRender(args: readonly string[], folder: string): Promise<Measured> {
  const file = join(folder, 'together.mp4');
  const startedMs = performance.now();
  const child = spawn('bin/reprise', ['render', ...args, '--output', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let firstMs: number | null = null;
  let firstCpuMs = 0;
  let firstFrame = 0;
  let peakMb = 0;
  let frames = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { event: string; frame?: number; frames?: number };
    if (event.event !== 'progress') continue;
    peakMb = Math.max(peakMb, peakResidentMb(child.pid!));
    frames = event.frames ?? frames;
    if (firstMs !== null || !((event.frame ?? 0) > 0)) continue;
    firstMs = performance.now() - startedMs;
    firstCpuMs = cpuMsOf(child.pid!);
    firstFrame = event.frame ?? 0;
  }
  const seconds = (performance.now() - startedMs - (firstMs ?? 0)) / 1000;
  await rm(file, { force: true });
  if (firstMs === null) throw new Error('The measured render has failed.');
  return { rate: (frames - firstFrame) / seconds, firstFrameMs: firstMs, firstFrameCpuMs: firstCpuMs, peakMb };
}

/** The processor time of a process so far; 0 where the kernel does not tell. The kernel counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
