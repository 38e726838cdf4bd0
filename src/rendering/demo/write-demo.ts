import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { encodeSong } from '../video/index.ts';
import { drawBackground } from './background.ts';
import { demoBeatmap, files } from './map/beatmap.ts';
import { playSong } from './music/song.ts';
import { playDemo } from './player/replay.ts';

/** Writes the demo map as demo.osz and a play of it as demo.osr. */
export async function writeDemo(folder: string, song: Float32Array = playSong()): Promise<void> {
  await mkdir(folder, { recursive: true });
  const beatmap = demoBeatmap();
  const entries = {
    [files.beatmap]: beatmap,
    [files.background]: drawBackground(),
    [files.song]: await encodedSong(song, folder),
  };
  // A fixed time for the archive's entries, so that the build is reproducible.
  const archive = zipSync(entries, { mtime: new Date(2026, 0, 1), level: 6 });
  await writeFile(join(folder, 'demo.osz'), archive);
  await writeFile(join(folder, 'demo.osr'), playDemo(beatmap));
}

async function encodedSong(song: Float32Array, folder: string): Promise<Uint8Array> {
  const file = join(folder, files.song);
  await encodeSong(song, { file, kind: 'ogg', bitrate: 128_000 });
  const bytes = await readFile(file);
  await rm(file);
  return bytes;
}
