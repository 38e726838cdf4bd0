/**
 * The map as the name of an exported replay tells it, since the file itself only knows its checksum: stable writes
 * `player - artist - title [difficulty] (date) Osu.osr`, lazer `player playing artist - title (mapper) [difficulty] (date).osr`.
 * Null for a file of another name.
 */
export function mapNameOf(fileName: string, player: string): string | null {
  const name = fileName.replace(/\.osr$/i, '').replace(/\s+Osu$/, '');
  const map = afterPlayer(name, player)
    ?.replace(/\s*\([^()]*\d{4}[^()]*\)$/, '')
    .trim();
  return map && / - .*\[.*\]/.test(map) ? map : null;
}

function afterPlayer(name: string, player: string): string | null {
  for (const between of [' - ', ' playing ']) {
    const start = `${player}${between}`;
    if (player !== '' && name.startsWith(start)) return name.slice(start.length);
  }
  return null;
}
