import { openArchive } from '../../game/archive/index.ts';
import { md5Hex } from '../../game/beatmap/index.ts';

/** The MD5 of every beatmap in a set, which is how replays refer to them. Throws for a set that the service would reject. */
export function beatmapChecksumsOf(bytes: Uint8Array): ReadonlySet<string> {
  const archive = openArchive(bytes);
  const beatmaps = archive.entries.filter(({ name }) => /\.osu$/i.test(name)).map(({ name }) => archive.read(name));
  return new Set(beatmaps.filter((bytes) => bytes !== null).map(md5Hex));
}
