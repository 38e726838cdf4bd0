import { Failure } from '../../failure.ts';
import { md5Hex } from '../md5.ts';
import type { Archive } from './archive.ts';

export interface BeatmapFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The .osu whose bytes have this MD5, as a replay names it; null when the set has no such difficulty. */
export function findBeatmapByMd5(archive: Archive, beatmapMd5: string): BeatmapFile | null {
  const wanted = beatmapMd5.toLowerCase();
  let broken: Failure | null = null;
  for (const { name } of archive.entries) {
    if (!/\.osu$/i.test(name)) continue;
    try {
      const bytes = archive.read(name);
      if (bytes !== null && md5Hex(bytes) === wanted) return { name, bytes };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      broken ??= error;
    }
  }
  // Not found among the whole ones: then the broken one may be it, which says more than "not found".
  if (broken !== null) throw broken;
  return null;
}
