import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKey } from '../../game/archive/index.ts';
import { md5Hex, parseBeatmap } from '../../game/beatmap/index.ts';
import { ArchiveRefused, archiveEntries } from '../archives/index.ts';
import type { BeatmapSet } from './beatmap-set.ts';

/** The files of one map that describe it. */
export interface MapFiles {
  /** The .osu file. */
  readonly osu: Uint8Array;
  /** The background picture; null if the map has none, or a very large one. */
  readonly background: Uint8Array | null;
  /** Artist, title and difficulty, as a job has them; null if the map names no title. */
  readonly title: string | null;
}

/** Which map of which set to read. */
export interface MapTask {
  readonly set: BeatmapSet;
  readonly md5: string;
}

/** Real files stay far below. */
const maxMapFileBytes = 8 * 1024 * 1024;

/** Reads one map of a set; null if the set does not contain it. Unreadable files count as missing. */
export async function readMap({ set, md5 }: MapTask): Promise<MapFiles | null> {
  const read = set.kind === 'folder' ? readFromFolder : readFromArchive;
  let osu: Uint8Array | null = null;
  for await (const { bytes } of read(set.path, (name) => /\.osu$/i.test(name))) {
    if (md5Hex(bytes) !== md5) continue;
    osu = bytes;
    break;
  }
  if (osu === null) return null;
  const { background: wanted, metadata } = parseBeatmap(osu).beatmap;
  const map = { osu, title: titleOf(metadata) };
  if (wanted === null) return { ...map, background: null };
  for await (const { bytes } of read(set.path, (name) => fileKey(name) === fileKey(wanted))) {
    return { ...map, background: bytes };
  }
  return { ...map, background: null };
}

/** Real titles are far shorter. */
const maxTitleLength = 500;

function titleOf({ artist, title, version }: { artist: string; title: string; version: string }): string | null {
  return title === '' ? null : `${artist === '' ? '' : `${artist} - `}${title} [${version}]`.slice(0, maxTitleLength);
}

interface SetFile {
  readonly bytes: Uint8Array;
}

type Select = (name: string) => boolean;

async function* readFromArchive(path: string, isWanted: Select): AsyncGenerator<SetFile> {
  for await (const entry of archiveEntries(path)) {
    if (entry.isFolder || !isWanted(entry.path) || entry.bytes > maxMapFileBytes) continue;
    const chunks: Uint8Array[] = [];
    try {
      await entry.read((chunk) => void chunks.push(Uint8Array.from(chunk)));
    } catch (error) {
      if (error instanceof ArchiveRefused) continue;
      throw error;
    }
    yield { bytes: Buffer.concat(chunks) };
  }
}

/** A background may be in a folder of the set, so folders are read too; links are not followed. */
async function* readFromFolder(folder: string, isWanted: Select): AsyncGenerator<SetFile> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isWanted(path.slice(folder.length + 1))) continue;
    if ((await stat(path)).size <= maxMapFileBytes) yield { bytes: await readFile(path) };
  }
}
