import type { Beatmap } from '../../game/beatmap/index.ts';
import type { PublishedMistake } from '../../game/mistakes/index.ts';
import type { Mods } from '../../game/mods/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Replay } from '../../game/replay/index.ts';

/** The JSON object that `judge --json` prints. */
export interface JudgeReport extends Score {
  /** Null if the map cannot be rated. */
  readonly pp: number | null;
  readonly ppVersion: string;
  readonly stars: number | null;
  /** Ten times the standard deviation of the hit errors, in song milliseconds. */
  readonly unstableRate: number;
  /** The same in real milliseconds, after DT or HT has changed the speed. */
  readonly unstableRateConverted: number;
  readonly player: string;
  readonly mods: readonly string[];
  readonly rules: 'stable' | 'lazer';
  readonly map: { readonly title: string; readonly md5: string; readonly path: string };
  /** The song time at which the play failed, in milliseconds; null if it passed. */
  readonly failedAt: number | null;
  /** Lazer's results by name; absent in stable plays. */
  readonly statistics?: Readonly<Record<string, number>>;
  /** The values that the replay claims. */
  readonly header: Omit<Score, 'accuracy'> & {
    readonly accuracy: number | null;
    readonly statistics?: Readonly<Record<string, number>>;
  };
  /** Every judgement below the best one and every slider break, in order of time. */
  readonly mistakes: readonly PublishedMistake[];
  /** Further remarks, one sentence each. */
  readonly notes: readonly string[];
}

export interface Score {
  readonly n300: number;
  readonly n100: number;
  readonly n50: number;
  readonly nmiss: number;
  readonly ngeki: number;
  readonly nkatu: number;
  readonly maxCombo: number;
  readonly score: number;
  /** 0 to 1. */
  readonly accuracy: number;
}

interface JudgedPlay {
  readonly replay: Replay;
  readonly mods: Mods;
  readonly beatmap: Beatmap;
  readonly play: Play;
  readonly beatmapPath: string;
  readonly stars: number | null;
  readonly pp: number | null;
  readonly ppVersion: string;
  readonly mistakes: readonly PublishedMistake[];
  readonly notes: readonly string[];
}

/** Puts the judged values beside those of the replay's header. */
export function judgeReport(judged: JudgedPlay): JudgeReport {
  const { replay, mods, beatmap, play, beatmapPath, mistakes, notes, ...rating } = judged;
  const { result } = play;
  const { artist, title, version } = beatmap.metadata;
  return {
    n300: result.n300,
    n100: result.n100,
    n50: result.n50,
    nmiss: result.misses,
    ngeki: result.geki,
    nkatu: result.katu,
    maxCombo: result.maxCombo,
    score: result.score,
    accuracy: result.accuracy,
    ...rating,
    unstableRate: result.unstableRate,
    unstableRateConverted: result.unstableRate / mods.clockRate,
    player: replay.header.player,
    mods: mods.acronyms,
    rules: mods.rules,
    map: { title: `${artist} - ${title} [${version}]`, md5: replay.header.beatmapMd5, path: beatmapPath },
    failedAt: play.failedAt,
    ...(mods.rules === 'lazer' ? { statistics: result.statistics } : {}),
    header: headerScore(replay, mods),
    mistakes,
    notes,
  };
}

function headerScore({ header, scoreInfo }: Replay, mods: Mods): JudgeReport['header'] {
  const { counts } = header;
  return {
    n300: counts.n300,
    n100: counts.n100,
    n50: counts.n50,
    nmiss: counts.miss,
    ngeki: counts.geki,
    nkatu: counts.katu,
    maxCombo: header.maxCombo,
    score: header.score,
    // Lazer also weighs slider ticks and slider ends, which the header does not count.
    accuracy: mods.rules === 'lazer' ? null : stableAccuracy(counts),
    ...(scoreInfo === null ? {} : { statistics: scoreInfo.statistics }),
  };
}

function stableAccuracy({ n300, n100, n50, miss }: Replay['header']['counts']): number {
  const objects = n300 + n100 + n50 + miss;
  return objects === 0 ? 1 : (n300 * 300 + n100 * 100 + n50 * 50) / (objects * 300);
}
