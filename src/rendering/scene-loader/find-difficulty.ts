import { md5Hex } from '../../game/beatmap/index.ts';
import type { FileSource } from './file-source.ts';

/** The bytes of the map with this MD5; null if the files do not contain it. */
export function findDifficulty(files: FileSource, beatmapMd5: string): Uint8Array | null {
  const requestedMd5 = beatmapMd5.toLowerCase();
  for (const name of files.names) {
    if (!/\.osu$/i.test(name)) continue;
    const bytes = files.read(name);
    if (bytes !== null && md5Hex(bytes) === requestedMd5) return bytes;
  }
  return null;
}
