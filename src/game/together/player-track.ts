import type { Mods } from '../mods/index.ts';
import {
  forwardFrames,
  isWholeObject,
  type Play,
  type PlayResult,
  playedFrames,
  type ResultNumbers,
  resultNumbers,
  scoresOverPlay,
  type Totals,
} from '../play/index.ts';
import type { Replay, ReplayFrames } from '../replay/index.ts';
import type { Millis } from '../units.ts';

/**
 * What is kept of each of several plays: the player, the cursor and the running totals. The judged objects are left out,
 * so that fifty plays take little memory.
 */
export interface PlayerTrack {
  /** Never empty, and without control characters. */
  readonly name: string;
  readonly mods: Mods;
  /** The cursor, in order of time. */
  readonly frames: ReplayFrames;
  /** The totals after each judgement; the score is the one that the counter of the play alone shows. */
  readonly totals: TrackTotals;
  /** When each object of the map was judged as a whole; NaN if it was not. */
  readonly judgedAt: Float64Array;
  /** The number of judgements once each object is judged. */
  readonly judgedCount: Uint32Array;
  /** Every judgement that reset the combo, in order. */
  readonly comboBreaks: readonly ComboBreak[];
  readonly failedAt: Millis | null;
  readonly result: PlayResult;
  /** The numbers of the results screen. */
  readonly shown: ResultNumbers;
}

export type TrackTotals = Pick<
  Totals,
  'times' | 'combo' | 'maxCombo' | 'score' | 'accuracy' | 'n300' | 'n100' | 'n50' | 'misses'
>;

/** A miss, or a slider break, which resets the combo as well. */
export interface ComboBreak {
  readonly kind: 'miss' | 'slider break';
  readonly time: Millis;
  /** Index of the object. */
  readonly object: number;
}

/** The totals of a track at a time. */
export interface Standing {
  readonly score: number;
  /** 0 to 1. */
  readonly accuracy: number;
  readonly combo: number;
  readonly maxCombo: number;
}

/** A judged play. `number` replaces the name of a player without one. */
export interface JudgedPlay {
  readonly play: Play;
  readonly replay: Replay;
  readonly mods: Mods;
  readonly number: number;
}

/** Takes what is kept from a judged play. */
export function trackOf({ play, replay, mods, number }: JudgedPlay): PlayerTrack {
  const { times, combo, maxCombo, accuracy, n300, n100, n50, misses } = play.totals;
  const score = scoresOverPlay(play, replay);
  return {
    name: displayedName(replay, number),
    mods,
    frames: forwardFrames(playedFrames(replay.frames, play.map.beatmap)),
    totals: { times, combo, maxCombo, score, accuracy, n300, n100, n50, misses },
    ...judgedObjects(play),
    comboBreaks: comboBreaksOf(play),
    failedAt: play.failedAt,
    result: play.result,
    shown: resultNumbers({ play, replay, mods }),
  };
}

/** The totals after a number of judgements. */
export function standingAfter({ totals }: PlayerTrack, count: number): Standing {
  const last = count - 1;
  return {
    score: totals.score[last] ?? 0,
    accuracy: totals.accuracy[last] ?? 1,
    combo: totals.combo[last] ?? 0,
    maxCombo: totals.maxCombo[last] ?? 0,
  };
}

/** The frames as they are on a playfield that is mirrored in another way. */
export function mirrorFrames(frames: ReplayFrames, from: Mods['mirror'], to: Mods['mirror']): ReplayFrames {
  const flipsX = from.horizontally !== to.horizontally;
  const flipsY = from.vertically !== to.vertically;
  if (!flipsX && !flipsY) return frames;
  return {
    ...frames,
    xs: flipsX ? frames.xs.map((x) => 512 - x) : frames.xs,
    ys: flipsY ? frames.ys.map((y) => 384 - y) : frames.ys,
  };
}

/** The name of a player in one line: a file may contain anything. `number` replaces an empty name. */
export function displayedName({ header }: Replay, number: number): string {
  return header.player.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim() || `Player ${number}`;
}

function judgedObjects({ map, judgements }: Play): Pick<PlayerTrack, 'judgedAt' | 'judgedCount'> {
  const judgedAt = new Float64Array(map.objects.length).fill(Number.NaN);
  const judgedCount = new Uint32Array(map.objects.length);
  for (const [i, judgement] of judgements.entries()) {
    if (!isWholeObject(judgement)) continue;
    judgedAt[judgement.object] = judgement.time;
    judgedCount[judgement.object] = i + 1;
  }
  // An object that was not judged leaves the totals as they are.
  for (let i = 1; i < judgedCount.length; i++) judgedCount[i] = Math.max(judgedCount[i]!, judgedCount[i - 1]!);
  return { judgedAt, judgedCount };
}

function comboBreaksOf({ judgements, totals: { combo, misses } }: Play): ComboBreak[] {
  return judgements.flatMap(({ time, object }, i): ComboBreak[] => {
    if (misses[i]! > (misses[i - 1] ?? 0)) return [{ kind: 'miss', time, object }];
    return combo[i]! < (combo[i - 1] ?? 0) ? [{ kind: 'slider break', time, object }] : [];
  });
}
