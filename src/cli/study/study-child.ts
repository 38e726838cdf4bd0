// The child program that judges replays for `study`: several of them use several cores, and a hostile file can exhaust or
// crash only its own process.
import { serveChild } from '../../children/index.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { type StudiedPlay, studyPlay } from '../../game/study/index.ts';
import { findBeatmap } from '../input/find-beatmap.ts';
import { readInput } from '../input/read-input.ts';
import type { StudyTask } from './judge-replays.ts';

const pp = createRosuPp();
let last: { readonly md5: string; readonly osu: Uint8Array } | null = null;

/** Replays of one map come one after another. */
async function mapOf({ map, beatmapMd5 }: StudyTask): Promise<Uint8Array> {
  if (last?.md5 !== beatmapMd5) last = { md5: beatmapMd5, osu: (await findBeatmap(map, beatmapMd5)).osu };
  return last.osu;
}

serveChild(async (task: StudyTask): Promise<StudiedPlay> => {
  const [replay, osu] = await Promise.all([readInput(task.path), mapOf(task)]);
  return studyPlay({ replay, osu }, pp);
});
