import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakResidentMb } from '../../test/support/processes/resident-memory.ts';
import type { Clip } from './clips.ts';

/** Measures a render by one process on one core, and by two on a core each, from command to finished file. */
export async function measureProcesses(
  clip: Clip,
  { data, folder, seconds }: { data: string; folder: string; seconds: number },
) {
  const command = [
    ...['bin/reprise', 'render', join(data, clip.replay), '--beatmap', join(data, clip.set)],
    ...['--motion-blur', 'false', '--preset', 'veryfast'],
    ...['--start', String(clip.start / 1000), '--end', String(clip.start / 1000 + seconds)],
  ];
  const one = await runPinned([...command, '--processes', '1'], { cores: 1, folder });
  const two = await runPinned([...command, '--processes', '2'], { cores: 2, folder });
  return {
    videoSeconds: seconds,
    secondsOne: one.seconds,
    secondsTwo: two.seconds,
    timesAsFast: one.seconds / two.seconds,
    peakMbOne: one.peakMb,
    peakMbTwo: two.peakMb,
  };
}

/** Runs a command on the first core, and the processes it starts on the following cores. */
async function runPinned(command: readonly string[], { cores, folder }: { cores: number; folder: string }) {
  const file = join(folder, 'pinned.mp4');
  const startedMs = performance.now();
  const child = spawn('taskset', ['-c', '0', ...command, '--output', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const peaks = new Map<number, number>();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  let isRunning = true;
  void ended.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    for (const [index, pid] of [child.pid!, ...childrenOf(child.pid!)].entries()) {
      if (!peaks.has(pid) && index > 0) pin(pid, index % cores);
      peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peakResidentMb(pid)));
    }
    await Promise.race([ended, sleep(50)]);
  }
  if ((await ended) !== 0) throw new Error('The measured render has failed.');
  const seconds = (performance.now() - startedMs) / 1000;
  await rm(file);
  return { seconds, peakMb: [...peaks.values()].reduce((sum, mb) => sum + mb) };
}

/** Pins a process with all its threads; threads that it starts later inherit the core. */
function pin(pid: number, core: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' });
}

function childrenOf(pid: number): number[] {
  try {
    return (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);
  } catch {
    return [];
  }
}
