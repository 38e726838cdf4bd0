import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { type Archive, beatmapInArchive, openArchive } from '../game/archive/index.ts';
import { readInput } from './read-input.ts';

export interface FoundBeatmap {
  /** The path of the .osu, behind that of its archive when it lies in one. */
  readonly path: string;
  readonly osu: Uint8Array;
  /** Whether it is, byte by byte, the map that was asked for. */
  readonly exact: boolean;
  /** Where the files beside it lie: its song, its pictures. */
  readonly set: { readonly archive: Archive; readonly file: string } | { readonly folder: string };
}

/**
 * The map with this MD5: in an .osz, or in any .osu or .osz of a folder and those below it. An .osu that is named itself
 * is taken as it is, since maps that went through a version control system often differ in their line ends alone.
 */
export async function findBeatmap(path: string, beatmapMd5: string): Promise<FoundBeatmap> {
  const found = (await stat(path)).isDirectory() ? await inFolder(path, beatmapMd5) : await inFile(path, beatmapMd5);
  if (found === null) {
    throw new Failure('beatmap/not-found', `No beatmap with the MD5 ${beatmapMd5} in ${JSON.stringify(path)}.`);
  }
  return found;
}

async function inFile(path: string, wanted: string): Promise<FoundBeatmap | null> {
  const bytes = await readInput(path);
  if (!isArchive(path) && !startsAsZip(bytes)) {
    const exact = createHash('md5').update(bytes).digest('hex') === wanted;
    return { path, osu: bytes, exact, set: { folder: dirname(path) } };
  }
  const archive = openArchive(bytes);
  const member = beatmapInArchive(archive, wanted);
  if (member === null) return null;
  return { path: `${path}/${member.name}`, osu: member.bytes, exact: true, set: { archive, file: path } };
}

async function inFolder(folder: string, wanted: string): Promise<FoundBeatmap | null> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.os[uz]$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // Plain maps first: they need no unpacking.
    .sort((a, b) => Number(isArchive(a)) - Number(isArchive(b)) || (a < b ? -1 : 1));
  for (const file of files) {
    try {
      const found = await inFile(file, wanted);
      if (found?.exact) return found;
    } catch (error) {
      // One broken archive in a library is no reason not to find the map in the next.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return null;
}

/** Some download sets as .zip, and some systems rename them so. */
function startsAsZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function isArchive(path: string): boolean {
  return /\.osz$/i.test(path);
}
