import { Failure } from '../../failure.ts';
import { md5Hex } from '../md5.ts';
import type { Archive } from './archive.ts';

/** A .osu file of a set. */
export interface BeatmapFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Finds the .osu file with the MD5 that a replay names; null if the set does not contain that difficulty. */
export function findBeatmapByMd5(archive: Archive, beatmapMd5: string): BeatmapFile | null {
  const expected = beatmapMd5.toLowerCase();
  let broken: Failure | null = null;
  for (const { name } of archive.entries) {
    if (!/\.osu$/i.test(name)) continue;
    try {
      const bytes = archive.read(name);
      if (bytes !== null && md5Hex(bytes) === expected) return { name, bytes };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      broken ??= error;
    }
  }
  // The unreadable file may be the one that was sought: its failure is more useful than "not found".
  if (broken !== null) throw broken;
  return null;
}
