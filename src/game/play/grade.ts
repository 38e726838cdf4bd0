import { hasMod, type Mods } from '../mods/index.ts';
import type { Replay } from '../replay/index.ts';
import { canFail } from './fails.ts';
import type { PlayResult } from './play.ts';
import { recordedAccuracy } from './recorded-accuracy.ts';

export type Grade = 'X' | 'XH' | 'S' | 'SH' | 'A' | 'B' | 'C' | 'D';

/** A failed play has no other grade. */
export type RecordedGrade = Grade | 'F';

/** The counts that determine a grade. */
export type Graded = Pick<PlayResult, 'n300' | 'n100' | 'n50' | 'misses' | 'accuracy'>;

/** Hidden and Flashlight make X and S silver. */
export function gradeOf(counts: Graded, mods: Mods): Grade {
  const grade = mods.rules === 'lazer' ? lazerGrade(counts) : stableGrade(counts);
  const silver = hasMod(mods, 'HD') || hasMod(mods, 'FL');
  if (!silver) return grade;
  return grade === 'X' ? 'XH' : grade === 'S' ? 'SH' : grade;
}

/** The grade of the counts recorded in a replay, F if it records a fail; null if it has no counts. */
export function recordedGrade(replay: Pick<Replay, 'header' | 'scoreInfo'>, mods: Mods): RecordedGrade | null {
  const { counts } = replay.header;
  const accuracy = recordedAccuracy(replay);
  if (accuracy === null) return null;
  return recordsFail(replay, mods) ? 'F' : gradeOf({ ...counts, misses: counts.miss, accuracy }, mods);
}

/** Lazer records a rank; the life bar of stable ends with no health (rule HP11). */
function recordsFail({ header, scoreInfo }: Pick<Replay, 'header' | 'scoreInfo'>, mods: Mods): boolean {
  const rank = scoreInfo?.rank ?? null;
  return rank === null ? canFail(mods) && header.lifeGraph.at(-1)?.health === 0 : rank === 'F';
}

/** The limits are those of app/rulesets/osu/ruleset.go in Wieku/danser-go@0543d45, except that 1 % of 50s still is an S. */
function stableGrade({ n300, n100, n50, misses }: Graded): 'X' | 'S' | 'A' | 'B' | 'C' | 'D' {
  const total = n300 + n100 + n50 + misses;
  if (total === n300) return 'X';
  const great = n300 / total;
  const flawless = misses === 0;
  if (great > 0.9 && n50 / total <= 0.01 && flawless) return 'S';
  if (great > 0.9 || (great > 0.8 && flawless)) return 'A';
  if (great > 0.8 || (great > 0.7 && flawless)) return 'B';
  return great > 0.6 ? 'C' : 'D';
}

/** The limits of accuracy are those of ScoreProcessor in ppy/osu@e470a42. */
function lazerGrade({ accuracy, misses }: Graded): 'X' | 'S' | 'A' | 'B' | 'C' | 'D' {
  if (accuracy === 1 && misses === 0) return 'X';
  if (accuracy >= 0.95 && misses === 0) return 'S';
  if (accuracy >= 0.9) return 'A';
  if (accuracy >= 0.8) return 'B';
  return accuracy >= 0.7 ? 'C' : 'D';
}
