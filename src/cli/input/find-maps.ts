import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { archiveMd5s } from '../../service/beatmaps/index.ts';
import { readInput } from './read-input.ts';
import { walkFiles } from './walk-files.ts';

export interface FindMapsOptions {
  /** Called for a named file or folder that cannot be read. */
  readonly onUnreadable?: (path: string, error: unknown) => void;
  readonly signal?: AbortSignal;
}

/** Finds the .osu or .osz file of each map by its MD5. Ends as soon as all are found. */
export async function findMaps(
  md5s: Iterable<string>,
  places: readonly string[],
  { onUnreadable = () => {}, signal }: FindMapsOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(md5s);
  const found = new Map<string, string>();
  const archives: string[] = [];

  const take = (path: string, contained: readonly string[]) => {
    for (const md5 of contained) if (wanted.delete(md5)) found.set(md5, path);
  };
  // Plain .osu files first: they need no unpacking.
  for await (const path of mapFiles(places, onUnreadable)) {
    signal?.throwIfAborted();
    if (wanted.size === 0) return found;
    if (isArchive(path)) archives.push(path);
    else take(path, await md5sIn(path, fileMd5s));
  }
  for (const path of archives) {
    signal?.throwIfAborted();
    if (wanted.size === 0) break;
    take(path, await md5sIn(path, archiveMd5s));
  }
  return found;
}

async function* mapFiles(places: readonly string[], onUnreadable: (path: string, error: unknown) => void) {
  for (const place of places) {
    try {
      if ((await stat(place)).isFile()) yield place;
      else yield* walkFiles(place, { isWanted: (name) => /\.os[uz]$/i.test(name), onUnreadable: () => {} });
    } catch (error) {
      onUnreadable(place, error);
    }
  }
}

/** A broken file in a library must not hide the maps in the next one. */
async function md5sIn(path: string, read: (path: string) => Promise<readonly string[]>): Promise<readonly string[]> {
  return read(path).catch(() => []);
}

async function fileMd5s(path: string): Promise<string[]> {
  return [
    createHash('md5')
      .update(await readInput(path))
      .digest('hex'),
  ];
}

function isArchive(path: string): boolean {
  return /\.(osz|zip)$/i.test(path);
}
