import { roundHalfToEven } from '../../arithmetic.ts';
import type { Beatmap } from '../../beatmap/index.ts';
import { isWholeObject } from '../combo-ends.ts';
import type { Scorer } from '../compute-totals.ts';
import type { Judgement, Result } from '../play.ts';

const hitValues: Readonly<Partial<Record<Result, number>>> = { great: 300, ok: 100, meh: 50 };

/**
 * ScoreV1: hits are multiplied by the combo before them; slider parts and spinner turns have fixed values (rule SC1).
 */
export function createScoreV1(beatmap: Beatmap, modMultiplier: number): Scorer {
  const multiplier = difficultyMultiplier(beatmap) * modMultiplier;
  let score = 0;
  return (judgement, comboBefore) => {
    if (isWholeObject(judgement)) {
      const value = hitValues[judgement.result] ?? 0;
      score += value + Math.trunc((value * Math.max(comboBefore - 1, 0) * multiplier) / 25);
    } else {
      score += flatValue(judgement);
    }
    return score;
  };
}

/** 10 for a tick, 30 for head, repeat and end, 100 for a turn, 1,000 more for a bonus turn (rule SC2). */
function flatValue({ part, result }: Judgement): number {
  if (result === 'miss' || result === 'spin') return 0;
  if (part === 'spin') return result === 'bonus' ? 1100 : 100;
  return part === 'tick' ? 10 : 30;
}

/** From the map's own values, without mods, rounded half to even (rule SC3). */
export function difficultyMultiplier(beatmap: Beatmap): number {
  const { hp, cs, od } = beatmap.difficulty;
  const sum = hp + cs + od + objectsPerSecond(beatmap);
  return roundHalfToEven((sum * 5) / 38);
}

/** Objects per second times eight, at most 16; the time ends at the start of the last object. */
function objectsPerSecond(beatmap: Beatmap): number {
  const first = beatmap.objects[0];
  const last = beatmap.objects.at(-1);
  if (first === undefined || last === undefined) return 0;
  const breaks = beatmap.breaks.reduce((sum, pause) => sum + Math.round(pause.end) - Math.round(pause.start), 0);
  const seconds = Math.trunc((Math.trunc(last.time) - Math.trunc(first.time) - breaks) / 1000);
  if (seconds === 0) return 16;
  return Math.max(0, Math.min((beatmap.objects.length / seconds) * 8, 16));
}
