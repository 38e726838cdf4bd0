import { md5Of } from '../../osu/beatmap/index.ts';
import { archiveFiles } from '../../stage/index.ts';

/** The MD5 of every map in a set, as replays name them. */
export function difficultiesIn(archive: Uint8Array): ReadonlySet<string> {
  const files = archiveFiles(archive);
  const maps = files.names.filter((name) => /\.osu$/i.test(name)).map((name) => files.read(name));
  return new Set(maps.filter((bytes) => bytes !== null).map(md5Of));
}
