import { Failure } from '../../failure.ts';
import { type Beatmap, md5Hex, parseBeatmap } from '../../game/beatmap/index.ts';
import { type CostlyMistake, costsOf, findMistakes } from '../../game/mistakes/index.ts';
import { type Mods, modsOf, requireSupportedMods } from '../../game/mods/index.ts';
import { judge, type Play, playedFrames } from '../../game/play/index.ts';
import type { PpCalculator, Strains } from '../../game/pp/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import type { FileSource } from './file-source.ts';
import { findDifficulty } from './find-difficulty.ts';

/** A replay and its map, parsed, judged and rated: everything known before drawing. */
export interface OpenedPlay {
  readonly replay: Replay;
  readonly mods: Mods;
  readonly beatmap: Beatmap;
  readonly beatmapMd5: string;
  readonly play: Play;
  readonly stars: number | null;
  /** Performance points after each judgement, and the final value. */
  readonly ppOverTime: Float64Array | null;
  readonly pp: number | null;
  /** These are computed on demand: frames do not need them. */
  strains(): Strains | null;
  mistakes(): readonly CostlyMistake[];
}

/** The files of a beatmap. */
export interface BeatmapFiles {
  /** The beatmap set, or the folder of the map. */
  readonly files: FileSource;
  /** The map itself; by default it is found among the files by the replay's MD5. */
  readonly osu?: Uint8Array;
}

/** The files of a play. */
export interface PlayFiles {
  readonly replay: Uint8Array;
  readonly beatmap: BeatmapFiles;
  readonly options?: { readonly ignoreFail: boolean };
}

/** Parses, judges and rates a play. */
export function openPlay(input: PlayFiles, rating: PpCalculator, onNote: (note: string) => void): OpenedPlay {
  const replay = readReplay(input.replay);
  requireRenderable(replay);
  const mods = modsOf(replay);
  requireSupportedMods(mods);

  const requestedMd5 = replay.header.beatmapMd5;
  const osu = input.beatmap.osu ?? findDifficulty(input.beatmap.files, requestedMd5);
  if (osu === null) throw new Failure('beatmap/not-found', `No beatmap with the MD5 ${requestedMd5} is in the set.`);
  const beatmapMd5 = md5Hex(osu);
  if (beatmapMd5 !== requestedMd5) onNote('The beatmap differs from the one that was played.');
  const { beatmap, warnings } = parseBeatmap(osu);
  for (const { line, message } of warnings.slice(0, maxWarnings)) onNote(`Beatmap, line ${line}: ${message}`);
  if (warnings.length > maxWarnings) onNote(`Beatmap: ${warnings.length - maxWarnings} more warnings.`);

  const play = judge(beatmap, replay, mods, input.options);
  const rated = { osu, mods };
  const { stars = null, ppOverTime = null } = rating.ofPlay(rated, play) ?? {};
  return {
    replay,
    mods,
    beatmap,
    beatmapMd5,
    play,
    stars,
    ppOverTime,
    pp: ppOverTime?.at(-1) ?? null,
    strains: () => rating.strains(rated),
    mistakes: () => {
      const frames = playedFrames(replay.frames, beatmap);
      return costsOf(play, findMistakes(play, frames, mods), { ...rated, pp: rating });
    },
  };
}

const maxWarnings = 5;
