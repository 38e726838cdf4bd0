/**
 * The beatmap name in the file name of an exported replay, because the file itself contains only a checksum. stable writes
 * `player - artist - title [difficulty] (date) Osu.osr`, lazer `player playing artist - title (mapper) [difficulty] (date).osr`.
 * Null for any other file name.
 */
export function beatmapNameOf(fileName: string, player: string): string | null {
  const name = fileName.replace(/\.osr$/i, '').replace(/\s+Osu$/, '');
  const beatmap = afterPlayer(name, player)
    ?.replace(/\s*\([^()]*\d{4}[^()]*\)$/, '')
    .trim();
  return beatmap && / - .*\[.*\]/.test(beatmap) ? beatmap : null;
}

function afterPlayer(name: string, player: string): string | null {
  for (const separator of [' - ', ' playing ']) {
    const prefix = `${player}${separator}`;
    if (player !== '' && name.startsWith(prefix)) return name.slice(prefix.length);
  }
  return null;
}
