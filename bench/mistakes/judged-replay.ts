import { readFileSync } from 'node:fs';
import { findBeatmap } from '../../src/cli/input/find-beatmap.ts';
import { type Beatmap, parseBeatmap } from '../../src/game/beatmap/index.ts';
import { type FoundMistake, findMistakes } from '../../src/game/mistakes/index.ts';
import { type Mods, modsOf } from '../../src/game/mods/index.ts';
import { judge, type Play, playedFrames } from '../../src/game/play/index.ts';
import { type Replay, readReplay } from '../../src/game/replay/index.ts';

/** A replay with its mistakes. */
export interface JudgedReplay {
  readonly beatmap: Beatmap;
  readonly replay: Replay;
  readonly mods: Mods;
  readonly play: Play;
  readonly mistakes: readonly FoundMistake[];
}

/** Judges a replay; `beatmapPath` is an .osu file, an .osz file, or a folder with the map. */
export async function readAndJudge(replayPath: string, beatmapPath: string): Promise<JudgedReplay> {
  const replay = readReplay(readFileSync(replayPath));
  const mods = modsOf(replay);
  const { osu } = await findBeatmap(beatmapPath, replay.header.beatmapMd5);
  const { beatmap } = parseBeatmap(osu);
  const play = judge(beatmap, replay, mods);
  const mistakes = findMistakes(play, playedFrames(replay.frames, beatmap), mods);
  return { beatmap, replay, mods, play, mistakes };
}
