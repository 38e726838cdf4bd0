import { type MistakeAnalytics, mistakeAnalytics } from '../analytics/index.ts';
import { parseBeatmap } from '../beatmap/index.ts';
import { type HabitSums, habitSumsOf } from '../habits/index.ts';
import { md5Hex } from '../md5.ts';
import {
  byCost,
  type Cause,
  type CostlyMistake,
  findMistakes,
  joinSliders,
  type MistakeEntry,
  publishedMistake,
  rateMistakes,
} from '../mistakes/index.ts';
import { modsOf, requireSupportedMods } from '../mods/index.ts';
import { judge, playedFrames, timingSummaryOf } from '../play/index.ts';
import type { PpCalculator } from '../pp/index.ts';
import { readReplay, requireRenderable } from '../replay/index.ts';

/** What a study keeps of one play: a few kilobytes, whatever the length of the play. */
export interface StudiedPlay {
  readonly player: string;
  /** Of the bytes of the replay. */
  readonly replayMd5: string;
  readonly map: { readonly artist: string; readonly title: string; readonly difficulty: string };
  /** Their acronyms. */
  readonly mods: readonly string[];
  /** Song milliseconds per real millisecond. */
  readonly clockRate: number;
  /** In osu! pixels. */
  readonly circleRadius: number;
  readonly failed: boolean;
  /** Null if the replay has no valid date. */
  readonly playedAtUnixMs: number | null;
  /** 0 to 1. */
  readonly accuracy: number;
  /** In real milliseconds; null if a mod pressed the keys, or nothing was hit. */
  readonly unstableRate: number | null;
  /** The objects that were judged; a play that failed has fewer than its map. */
  readonly objects: number;
  readonly misses: number;
  readonly maxCombo: number;
  /** Null if the map cannot be rated. */
  readonly pp: number | null;
  readonly habits: HabitSums;
  /** Without causes that have no mistakes. */
  readonly causes: Causes;
  /**
   * The three mistakes that cost most, and the most costly one of each cause; the most costly first. None in a play of few
   * objects.
   */
  readonly costliest: readonly MistakeAnalytics[];
}

/** Mistakes by cause. */
export type Causes = Readonly<Partial<Record<Cause, CauseCount>>>;

/** How many mistakes have a cause, how many of them broke the combo, and what they cost. */
export interface CauseCount {
  readonly mistakes: number;
  readonly comboBreaks: number;
  /** Of each mistake alone, added up; null if no play has costs. */
  readonly ppLost: number | null;
}

/** The files of a play. */
export interface PlayFiles {
  /** The bytes of the .osr file. */
  readonly replay: Uint8Array;
  /** The bytes of the .osu file. */
  readonly osu: Uint8Array;
}

/** Judges a replay and sums it up. Throws a `Failure` if it cannot be judged. */
export function studyPlay(files: PlayFiles, pp: Pick<PpCalculator, 'each'>): StudiedPlay {
  const replay = readReplay(files.replay);
  requireRenderable(replay);
  const mods = modsOf(replay);
  requireSupportedMods(mods);
  const { beatmap } = parseBeatmap(files.osu);
  const play = judge(beatmap, replay, mods);
  const habits = habitSumsOf(play, mods);
  const { accuracy, n300, n100, n50, misses, maxCombo } = play.result;
  const { artist, title, version } = beatmap.metadata;
  const found = findMistakes(play, playedFrames(replay.frames, beatmap), mods);
  const rated = rateMistakes(play, found, { osu: files.osu, mods, pp });
  const objects = n300 + n100 + n50 + misses;
  // A slider and its break are one moment, whose cost must not count twice.
  const moments = objects < minObjects ? [] : joinSliders(rated.mistakes);
  return {
    player: replay.header.player,
    replayMd5: md5Hex(files.replay),
    map: { artist, title, difficulty: version },
    mods: mods.acronyms,
    clockRate: play.map.clockRate,
    circleRadius: play.map.radius,
    failed: play.failedAt !== null,
    playedAtUnixMs: replay.header.playedAtUnixMs,
    accuracy,
    unstableRate: habits.timing === null ? null : (timingSummaryOf(play)?.unstableRate ?? null),
    objects,
    misses,
    maxCombo,
    pp: rated.pp,
    habits,
    causes: countCauses(rated.mistakes, moments),
    costliest: costliestOf(moments),
  };
}

/** In a play of fewer objects, one mistake changes the pp so much that its cost says nothing beside those of other plays. */
const minObjects = 50;

type Moment = MistakeEntry<CostlyMistake>;

function countCauses(mistakes: readonly CostlyMistake[], moments: readonly Moment[]): Causes {
  const causes: Partial<Record<Cause, CauseCount>> = {};
  for (const { cause, comboLost } of mistakes) {
    const { mistakes: count, comboBreaks } = causes[cause] ?? { mistakes: 0, comboBreaks: 0 };
    causes[cause] = { mistakes: count + 1, comboBreaks: comboBreaks + (comboLost > 0 ? 1 : 0), ppLost: null };
  }
  for (const { cause, ppLost } of moments) {
    const sum = causes[cause];
    if (sum && ppLost !== null) causes[cause] = { ...sum, ppLost: (sum.ppLost ?? 0) + ppLost };
  }
  return causes;
}

const maxCostliest = 3;
/** The cost is shown with this precision; what costs less is no loss that a player would look at. */
const minPpLost = 0.01;

function costliestOf(moments: readonly Moment[]): MistakeAnalytics[] {
  const named = new Set<Cause>();
  return moments
    .filter(({ ppLost, comboLost }) => (ppLost ?? 0) >= minPpLost || comboLost > 0)
    .sort((a, b) => byCost(a, b) || a.time - b.time)
    .filter(({ cause }, i) => {
      const isFirst = !named.has(cause);
      named.add(cause);
      return isFirst || i < maxCostliest;
    })
    .map((moment) => mistakeAnalytics(publishedMistake(moment)));
}
