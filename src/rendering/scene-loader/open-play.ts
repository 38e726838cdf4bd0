import { Failure } from '../../failure.ts';
import { type Beatmap, md5Hex, parseBeatmap } from '../../game/beatmap/index.ts';
import { type Mods, modsOf, requireSupportedMods, unshownModNotes } from '../../game/mods/index.ts';
import { judge, type Play } from '../../game/play/index.ts';
import type { PpCalculator, Strains } from '../../game/pp/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import type { FileSource } from './file-source.ts';
import { findDifficulty } from './find-difficulty.ts';

/** A replay and its map, read, judged and rated: all that is known before anything is drawn. */
export interface OpenedPlay {
  readonly replay: Replay;
  readonly mods: Mods;
  readonly beatmap: Beatmap;
  readonly beatmapMd5: string;
  readonly play: Play;
  readonly stars: number | null;
  /** After each judgement, and in the end. */
  readonly ppAlong: Float64Array | null;
  readonly pp: number | null;
  /** Worked out when asked for: no frame needs them. */
  strains(): Strains | null;
}

export interface BeatmapFiles {
  /** The set, or the folder the map lies in. */
  readonly files: FileSource;
  /** The map itself, taken as it is; found among the files by the replay's MD5 unless given. */
  readonly osu?: Uint8Array;
}

export interface PlayFiles {
  readonly replay: Uint8Array;
  readonly beatmap: BeatmapFiles;
  readonly options?: { readonly ignoreFail: boolean };
}

export function openPlay(input: PlayFiles, rating: PpCalculator, onNote: (note: string) => void): OpenedPlay {
  const replay = readReplay(input.replay);
  requireRenderable(replay);
  const mods = modsOf(replay);
  requireSupportedMods(mods);
  for (const note of unshownModNotes(mods)) onNote(note);

  const wanted = replay.header.beatmapMd5;
  const osu = input.beatmap.osu ?? findDifficulty(input.beatmap.files, wanted);
  if (osu === null) throw new Failure('beatmap/not-found', `No beatmap with the MD5 ${wanted} is in the set.`);
  const beatmapMd5 = md5Hex(osu);
  if (beatmapMd5 !== wanted) onNote('The beatmap is not byte by byte the one that was played.');
  const { beatmap, warnings } = parseBeatmap(osu);
  for (const { line, message: says } of warnings.slice(0, mostWarnings)) onNote(`Beatmap, line ${line}: ${says}`);
  if (warnings.length > mostWarnings) onNote(`Beatmap: ${warnings.length - mostWarnings} more warnings of that kind.`);

  const play = judge(beatmap, replay, mods, input.options);
  const rated = { osu, mods };
  const ppAlong = rating.overTime(rated, play);
  return {
    replay,
    mods,
    beatmap,
    beatmapMd5,
    play,
    stars: rating.stars(rated),
    ppAlong,
    pp: ppAlong?.at(-1) ?? null,
    strains: () => rating.strains(rated),
  };
}

const mostWarnings = 5;
