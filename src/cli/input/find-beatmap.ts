import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../failure.ts';
import { type Archive, findBeatmapByMd5 } from '../../game/archive/index.ts';
import { openPackedArchive } from '../../rendering/render/index.ts';
import { findMaps } from './find-maps.ts';
import { readInput } from './read-input.ts';

export interface FoundBeatmap {
  /** The path of the .osu file; inside an archive, the archive's path and the name of the entry. */
  readonly path: string;
  readonly osu: Uint8Array;
  /** Whether its MD5 is the requested one. */
  readonly exact: boolean;
  /** Where the set's other files are: its song, its images. */
  readonly set: { readonly archive: Archive; readonly file: string } | { readonly folder: string };
}

/**
 * Finds the map with this MD5 in an .osz file, or in any .osu or .osz file of a folder and its subfolders. If `path` names
 * an .osu file, that file is used even if its MD5 differs: version control often changes only the line endings of a map.
 */
export async function findBeatmap(path: string, beatmapMd5: string): Promise<FoundBeatmap> {
  const isFolder = (await stat(path)).isDirectory();
  const found = isFolder ? await findInFolder(path, beatmapMd5) : await findInFile(path, beatmapMd5);
  if (found === null) {
    throw new Failure('beatmap/not-found', `No beatmap with the MD5 ${beatmapMd5} in ${JSON.stringify(path)}.`);
  }
  return found;
}

async function findInFile(path: string, beatmapMd5: string): Promise<FoundBeatmap | null> {
  const bytes = await readInput(path);
  if (!isArchive(path) && !startsAsZip(bytes)) {
    const exact = createHash('md5').update(bytes).digest('hex') === beatmapMd5;
    return { path, osu: bytes, exact, set: { folder: dirname(path) } };
  }
  const archive = openPackedArchive(bytes);
  const entry = findBeatmapByMd5(archive, beatmapMd5);
  if (entry === null) return null;
  return { path: `${path}/${entry.name}`, osu: entry.bytes, exact: true, set: { archive, file: path } };
}

async function findInFolder(folder: string, beatmapMd5: string): Promise<FoundBeatmap | null> {
  const file = (await findMaps([beatmapMd5], [folder])).get(beatmapMd5);
  return file === undefined ? null : findInFile(file, beatmapMd5);
}

/** Some download sites and operating systems name a set .zip. */
function startsAsZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function isArchive(path: string): boolean {
  return /\.osz$/i.test(path);
}
