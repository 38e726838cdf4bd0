const maxNamed = 3;

/** The players of a video of several replays, such as "mira, Ben, cleo and 4 others". */
export function playerNames(players: readonly { readonly player: string }[]): string {
  const names = players.slice(0, maxNamed).map(({ player }) => player);
  const unnamed = players.length - names.length;
  if (unnamed > 0) return `${names.join(', ')} and ${unnamed} ${unnamed === 1 ? 'other' : 'others'}`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
