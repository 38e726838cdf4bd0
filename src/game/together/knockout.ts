import type { Millis } from '../units.ts';
import { compareStandings, type OrderBy } from './compare-standings.ts';
import { type PlayerTrack, standingAfter } from './player-track.ts';

/** When a player drops out of a knockout. */
export interface KnockoutRules {
  /** The number of combo breaks with which a player drops out. */
  readonly lives: number;
  /** Earlier combo breaks do not count. */
  readonly from: Millis;
  /** `break`: misses and slider breaks; `miss`: misses only. */
  readonly counts: 'break' | 'miss';
  readonly orderBy: OrderBy;
}

/** The course of a knockout; all lists have the indices of the players. */
export interface Knockout {
  /** Null for those who play to the end. */
  readonly dropOuts: readonly (DropOut | null)[];
  /** The combo breaks that count, in order. */
  readonly lostLives: readonly (readonly Millis[])[];
  /** The final place of each player, from 1. */
  readonly places: readonly number[];
  readonly lives: number;
}

export interface DropOut {
  readonly time: Millis;
  /** Index of the object. */
  readonly object: number;
}

/**
 * Plays a knockout. Players who drop out at the same object drop out together, because only milliseconds of their presses
 * lie between them; their totals then decide their places. The last player never drops out.
 */
export function playKnockout(tracks: readonly PlayerTrack[], rules: KnockoutRules): Knockout {
  const due = tracks.map((track) => dropOutOf(track, rules));
  const dropOuts: (DropOut | null)[] = tracks.map(() => null);
  const places = tracks.map(() => 0);
  const remaining = new Set(tracks.keys());
  const bestFirst = (players: readonly number[], object: number) =>
    players.toSorted((a, b) => compareAt(tracks, [a, b], { object, orderBy: rules.orderBy }) || a - b);

  const objects = [...new Set(due.flatMap((drop) => drop?.object ?? []))].sort((a, b) => a - b);
  for (const object of objects) {
    const dropping = [...remaining].filter((player) => due[player]?.object === object);
    const ordered = bestFirst(dropping, object);
    // If all that are left drop out at once, or one is left, the best of them has won.
    const losers = ordered.length === remaining.size ? ordered.slice(1) : ordered;
    for (const player of losers.reverse()) {
      places[player] = remaining.size;
      dropOuts[player] = due[player] ?? null;
      remaining.delete(player);
    }
  }
  const finalOrder = bestFirst([...remaining], Number.POSITIVE_INFINITY);
  for (const [i, player] of finalOrder.entries()) places[player] = i + 1;
  const lostLives = tracks.map((track) => countedBreaks(track, rules).map(({ time }) => time));
  return { dropOuts, lostLives, places, lives: rules.lives };
}

function compareAt(
  tracks: readonly PlayerTrack[],
  [a, b]: readonly [number, number],
  { object, orderBy }: { readonly object: number; readonly orderBy: OrderBy },
): number {
  const standingOf = (player: number) => {
    const track = tracks[player]!;
    return standingAfter(track, track.judgedCount[object] ?? track.totals.times.length);
  };
  return compareStandings(standingOf(a), standingOf(b), orderBy);
}

/** A player drops out with the last life, or by failing. */
function dropOutOf(track: PlayerTrack, rules: KnockoutRules): DropOut | null {
  const last = countedBreaks(track, rules)[rules.lives - 1];
  const { failedAt } = track;
  if (failedAt === null || (last !== undefined && last.time <= failedAt)) return last ?? null;
  const next = track.judgedAt.findIndex((time) => !(time <= failedAt));
  return { time: failedAt, object: next < 0 ? track.judgedAt.length : next };
}

function countedBreaks({ comboBreaks }: PlayerTrack, { counts, from }: KnockoutRules): PlayerTrack['comboBreaks'] {
  return comboBreaks.filter(({ kind, time }) => time >= from && (counts === 'break' || kind === 'miss'));
}
