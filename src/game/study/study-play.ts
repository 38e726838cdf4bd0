import { parseBeatmap } from '../beatmap/index.ts';
import { type HabitSums, habitSumsOf } from '../habits/index.ts';
import { type Cause, type FoundMistake, findMistakes } from '../mistakes/index.ts';
import { modsOf, requireSupportedMods } from '../mods/index.ts';
import { judge, type Play, playedFrames, timingSummaryOf } from '../play/index.ts';
import type { PpCalculator } from '../pp/index.ts';
import { readReplay, requireRenderable } from '../replay/index.ts';

/** What a study keeps of one play: a few kilobytes, whatever the length of the play. */
export interface StudiedPlay {
  readonly player: string;
  /** Null if the replay has no valid date. */
  readonly playedAtUnixMs: number | null;
  /** 0 to 1. */
  readonly accuracy: number;
  /** In real milliseconds; null if a mod pressed the keys, or nothing was hit. */
  readonly unstableRate: number | null;
  /** The objects that were judged; a play that failed has fewer than its map. */
  readonly objects: number;
  readonly misses: number;
  /** Null if the map cannot be rated. */
  readonly pp: number | null;
  readonly habits: HabitSums;
  /** Without causes that have no mistakes. */
  readonly causes: Causes;
}

/** Mistakes by cause. */
export type Causes = Readonly<Partial<Record<Cause, CauseCount>>>;

/** How many mistakes have a cause, and how many of them broke the combo. */
export interface CauseCount {
  readonly mistakes: number;
  readonly comboBreaks: number;
}

/** The files of a play. */
export interface PlayFiles {
  /** The bytes of the .osr file. */
  readonly replay: Uint8Array;
  /** The bytes of the .osu file. */
  readonly osu: Uint8Array;
}

/** Judges a replay and sums it up. Throws a `Failure` if it cannot be judged. */
export function studyPlay(files: PlayFiles, pp: Pick<PpCalculator, 'final'>): StudiedPlay {
  const replay = readReplay(files.replay);
  requireRenderable(replay);
  const mods = modsOf(replay);
  requireSupportedMods(mods);
  const { beatmap } = parseBeatmap(files.osu);
  const play = judge(beatmap, replay, mods);
  const habits = habitSumsOf(play, mods);
  const { accuracy, n300, n100, n50, misses } = play.result;
  return {
    player: replay.header.player,
    playedAtUnixMs: replay.header.playedAtUnixMs,
    accuracy,
    unstableRate: habits.timing === null ? null : (timingSummaryOf(play)?.unstableRate ?? null),
    objects: n300 + n100 + n50 + misses,
    misses,
    pp: pp.final({ osu: files.osu, mods }, play.result),
    habits,
    causes: countCauses(play, findMistakes(play, playedFrames(replay.frames, beatmap), mods)),
  };
}

function countCauses({ totals: { combo } }: Play, mistakes: readonly FoundMistake[]): Causes {
  const causes: Partial<Record<Cause, CauseCount>> = {};
  for (const { cause, judgement } of mistakes) {
    const { mistakes: count, comboBreaks } = causes[cause] ?? { mistakes: 0, comboBreaks: 0 };
    const isBreak = combo[judgement]! < (combo[judgement - 1] ?? 0);
    causes[cause] = { mistakes: count + 1, comboBreaks: comboBreaks + (isBreak ? 1 : 0) };
  }
  return causes;
}
