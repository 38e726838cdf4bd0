import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { archiveFiles } from '../../src/rendering/scene-loader/index.ts';
import { peakResidentMb, residentMb } from '../../test/support/processes/resident-memory.ts';
import { clips } from './clips.ts';

/** The longest play we have, 51 minutes. Its song is missing, so another one is repeated in its place. */
const marathon = {
  replay: 'replays/the-unforgiving_marathon_NM_respektive.osr',
  set: 'beatmaps/the-unforgiving_marathon',
  song: 'Within Temptation - The Unforgiving.mp3',
};
const minutes = 10;
/** A sixth of the usual frame rate, so that ten minutes are rendered in about two. */
const fps = 10;

/** Measures the memory of a ten-minute render at 1080p, and whether it grows. */
export async function measureLongMap({ data, folder }: { readonly data: string; readonly folder: string }) {
  const set = join(folder, 'long');
  const file = join(folder, 'long.mp4');
  await mkdir(set);
  await cp(join(data, marathon.set), set, { recursive: true });
  await writeFile(join(set, marathon.song), await songOf(join(data, clips[1]!.set), minutes * 60));
  const child = spawn(
    'bin/reprise',
    [
      ...['render', join(data, marathon.replay), '--beatmap', set, '--output', file],
      ...['--motion-blur', 'false', '--preset', 'veryfast', '--processes', '1'],
      ...['--fps', String(fps), '--start', '0', '--end', String(minutes * 60)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  /** The peak of each minute. */
  const peaksMb: number[] = new Array(minutes).fill(0);
  let peakMb = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, frame = 0 } = JSON.parse(line) as { event: string; frame?: number };
    const minute = Math.min(minutes - 1, Math.floor(frame / fps / 60));
    if (event !== 'progress' || frame === 0) continue;
    peaksMb[minute] = Math.max(peaksMb[minute] ?? 0, residentMb(child.pid!));
    peakMb = Math.max(peakMb, peakResidentMb(child.pid!));
  }
  await rm(file);
  await rm(set, { recursive: true });
  return { peakMb, lastOfFirst: peaksMb.at(-1)! / peaksMb[0]! };
}

/** Returns the song of a set, repeated to a length of at least this many seconds. */
async function songOf(set: string, seconds: number): Promise<Buffer> {
  const files = archiveFiles(await readFile(set));
  const song = files.read(files.names.find((name) => name.endsWith('.mp3'))!)!;
  const bytesPerSecond = 16_000;
  return Buffer.concat(new Array(Math.ceil((seconds * bytesPerSecond) / song.length)).fill(song));
}
