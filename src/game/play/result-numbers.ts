import type { Mods } from '../mods/index.ts';
import type { Replay } from '../replay/index.ts';
import type { Play, PlayResult } from './play.ts';
import { recordedAccuracy } from './recorded-accuracy.ts';
import { recordedScore } from './recorded-score.ts';

/** The numbers on the results screen. */
export interface ResultNumbers extends Omit<PlayResult, 'unstableRate' | 'statistics'> {
  readonly perfect: boolean;
}

/**
 * The totals recorded in the replay: our own judging may differ by a slider end, and the player has seen these numbers
 * in the game. A header without any hits was never filled in.
 */
export function resultNumbers({ play, replay, mods }: { play: Play; replay: Replay; mods: Mods }): ResultNumbers {
  const { counts, maxCombo, perfect } = replay.header;
  const { n300, n100, n50, geki, katu, miss: misses } = counts;
  const total = n300 + n100 + n50 + misses;
  if (total === 0) return { ...play.result, perfect: false };
  const { result } = play;
  const agrees = n300 === result.n300 && n100 === result.n100 && n50 === result.n50 && misses === result.misses;
  const recorded = agrees && mods.rules === 'stable' ? null : recordedAccuracy(replay);
  const accuracy = recorded ?? result.accuracy;
  // Some programs leave geki and katu out of replays.
  const comboEnds = geki + katu > 0 ? { geki, katu } : { geki: result.geki, katu: result.katu };
  const score = recordedScore(replay) ?? result.score;
  return { n300, n100, n50, misses, ...comboEnds, maxCombo, score, accuracy, perfect };
}
