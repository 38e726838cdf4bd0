import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { parseBeatmap } from '../../../src/game/beatmap/index.ts';
import { type FoundMistake, findMistakes } from '../../../src/game/mistakes/index.ts';
import { type Mods, modsOf } from '../../../src/game/mods/index.ts';
import { judge, type Play, playedFrames } from '../../../src/game/play/index.ts';
import type { Replay } from '../../../src/game/replay/index.ts';
import { sharedData } from '../files/shared-data.ts';
import { readRealReplay } from './real-replays.ts';

/** A replay with the map it was played on, and what the game itself recorded of it. */
export interface RealPair {
  readonly id: string;
  readonly category: string;
  readonly path: string;
  readonly mods_str: string;
  readonly map: string;
  readonly map_path: string;
  readonly osu_file: string;
  readonly expected: Readonly<
    Record<'n300' | 'n100' | 'n50' | 'nmiss' | 'ngeki' | 'nkatu' | 'score' | 'max_combo', number>
  >;
}

/** The pairs of the shared data; none without it. */
export function realPairs(): RealPair[] {
  if (sharedData === null) return [];
  const { replays } = JSON.parse(readFileSync(join(sharedData, 'manifest.json'), 'utf8')) as { replays: RealPair[] };
  return replays.filter(({ category }) => category.startsWith('pair'));
}

const archives = new Map<string, Record<string, Uint8Array>>();

/** Reads replay and map of a pair. */
export function readPair(pair: RealPair): { replay: Replay; osu: Uint8Array } {
  const replay = readRealReplay(pair.path);
  const map = join(sharedData!, pair.map_path);
  if (!map.endsWith('.osz')) return { replay, osu: new Uint8Array(readFileSync(join(map, pair.osu_file))) };
  const files =
    archives.get(map) ?? unzipSync(new Uint8Array(readFileSync(map)), { filter: ({ name }) => name.endsWith('.osu') });
  archives.set(map, files);
  return { replay, osu: files[pair.osu_file]! };
}

/** A pair, its judged play and the mistakes of that. */
export interface JudgedPair {
  readonly replay: Replay;
  readonly osu: Uint8Array;
  readonly mods: Mods;
  readonly play: Play;
  readonly mistakes: readonly FoundMistake[];
}

const judgedPairs = new Map<string, JudgedPair>();

/** Judges a pair alone, once for all test files of a process: judging all of them takes many seconds. */
export function judgePair(pair: RealPair): JudgedPair {
  const judged = judgedPairs.get(pair.id) ?? judgeAnew(pair);
  judgedPairs.set(pair.id, judged);
  return judged;
}

function judgeAnew(pair: RealPair): JudgedPair {
  const { replay, osu } = readPair(pair);
  const { beatmap } = parseBeatmap(osu);
  const mods = modsOf(replay);
  const play = judge(beatmap, replay, mods);
  const mistakes = findMistakes(play, playedFrames(replay.frames, beatmap), mods);
  return { replay, osu, mods, play, mistakes };
}
