import { compareStandings, type OrderBy } from './compare-standings.ts';
import type { Knockout } from './knockout.ts';
import type { PlayerTrack } from './player-track.ts';

/** The place of each player in the results, from 1: that of the knockout, or by the numbers of the results. */
export function finalPlaces(
  tracks: readonly PlayerTrack[],
  { knockout, orderBy }: { readonly knockout: Knockout | null; readonly orderBy: OrderBy },
): readonly number[] {
  if (knockout) return knockout.places;
  const players = [...tracks.entries()]
    .sort(([a, left], [b, right]) => compareStandings(left.shown, right.shown, orderBy) || a - b)
    .map(([player]) => player);
  const places = tracks.map(() => 0);
  for (const [i, player] of players.entries()) places[player] = i + 1;
  return places;
}
