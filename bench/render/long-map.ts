import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { archiveFiles } from '../../src/rendering/scene-loader/index.ts';
import { residentMb, residentMbNow } from '../../test/support/resident-memory.ts';
import { clips } from './clips.ts';

/** The longest play there is, 51 minutes; its song is not there, and another one over and over takes its place. */
const marathon = {
  replay: 'replays/the-unforgiving_marathon_NM_respektive.osr',
  set: 'beatmaps/the-unforgiving_marathon',
  song: 'Within Temptation - The Unforgiving.mp3',
};
const minutes = 10;
/** A sixth of the usual, so that ten minutes of a play and its sound are rendered in about two. */
const fps = 10;

/** How much memory the command takes while it renders ten minutes at 1080p, and whether it takes more and more. */
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
  /** The most that was seen in each minute. */
  const most: number[] = new Array(minutes).fill(0);
  let peakMb = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, frame = 0 } = JSON.parse(line) as { event: string; frame?: number };
    const minute = Math.min(minutes - 1, Math.floor(frame / fps / 60));
    if (event !== 'progress' || frame === 0) continue;
    most[minute] = Math.max(most[minute]!, residentMbNow(child.pid!));
    peakMb = Math.max(peakMb, residentMb(child.pid!));
  }
  await rm(file);
  await rm(set, { recursive: true });
  return { peakMb, lastOfFirst: most.at(-1)! / most[0]! };
}

/** So much of the song of a set, again from its beginning whenever it is over. */
async function songOf(set: string, seconds: number): Promise<Buffer> {
  const files = archiveFiles(await readFile(set));
  const song = files.read(files.names.find((name) => name.endsWith('.mp3'))!)!;
  const bytesASecond = 16_000;
  return Buffer.concat(new Array(Math.ceil((seconds * bytesASecond) / song.length)).fill(song));
}
