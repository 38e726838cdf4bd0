import { openArchive } from '../../game/archive/index.ts';
import { md5Hex } from '../../game/beatmap/index.ts';

/** The MD5 of every map in a set, as replays name them. A set with a broken map is refused, as the service refuses it. */
export function difficultiesIn(bytes: Uint8Array): ReadonlySet<string> {
  const archive = openArchive(bytes);
  const names = archive.entries.map(({ name }) => name).filter((name) => /\.osu$/i.test(name));
  return new Set(names.map((name) => md5Hex(archive.read(name)!)));
}
