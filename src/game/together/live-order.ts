import type { Millis } from '../units.ts';
import { compareStandings, type OrderBy } from './compare-standings.ts';
import type { Knockout } from './knockout.ts';
import { type PlayerTrack, standingAfter } from './player-track.ts';

/** The order of the players over time. */
export interface LiveOrder {
  /** When the order changes, ascending. */
  readonly times: Float64Array;
  /** From each of these times on, the place of each player, from 0. Before the first, the players are in their own order. */
  readonly places: readonly Uint8Array[];
}

/**
 * Computes the order after each object, once all players have been judged at it: in between, it would change with every
 * press that is some milliseconds earlier than another. Players who have dropped out are below all others, by their place.
 */
export function liveOrder(
  tracks: readonly PlayerTrack[],
  { orderBy, knockout }: { readonly orderBy: OrderBy; readonly knockout: Knockout | null },
): LiveOrder {
  const count = Math.max(0, ...tracks.map(({ judgedAt }) => judgedAt.length));
  const finalPlace = (player: number) => knockout?.places[player] ?? 0;
  const times: Millis[] = [];
  const places: Uint8Array[] = [];
  let players = [...tracks.keys()];
  let latest = Number.NEGATIVE_INFINITY;
  for (let object = 0; object < count; object++) {
    latest = Math.max(latest, ...tracks.map(({ judgedAt }) => finite(judgedAt[object])));
    const isOut = tracks.map((_, player) => (knockout?.dropOuts[player]?.object ?? Number.POSITIVE_INFINITY) <= object);
    const standings = tracks.map((track) => standingAfter(track, track.judgedCount[object]!));
    const ordered = players.toSorted((a, b) => {
      if (isOut[a] && isOut[b]) return finalPlace(a) - finalPlace(b);
      if (isOut[a] !== isOut[b]) return isOut[a] ? 1 : -1;
      return compareStandings(standings[a]!, standings[b]!, orderBy) || a - b;
    });
    if (ordered.every((player, place) => player === players[place])) continue;
    players = ordered;
    times.push(latest);
    places.push(placesOf(players));
  }
  return { times: Float64Array.from(times), places };
}

function finite(time: number | undefined): number {
  return time === undefined || Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

function placesOf(players: readonly number[]): Uint8Array {
  const places = new Uint8Array(players.length);
  for (const [place, player] of players.entries()) places[player] = place;
  return places;
}
