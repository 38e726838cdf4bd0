import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BeatmapSet } from './beatmap-set.ts';
import type { Hasher } from './hasher.ts';

/** The operator's own beatmaps: .osz files and folders, anywhere below one folder. */
export interface Library {
  /** Whatever lies there at this moment is found; only files that are new or have changed are read. */
  find(beatmapMd5: string): Promise<BeatmapSet | null>;
}

interface IndexedFile {
  readonly version: string;
  readonly md5s: readonly string[];
}

export async function openLibrary(folder: string, hasher: Pick<Hasher, 'md5sOf'>): Promise<Library> {
  await mkdir(folder, { recursive: true });
  let files: ReadonlyMap<string, IndexedFile> = new Map();
  let refreshing: Promise<void> | null = null;

  /** Those who ask while the library is being read wait for that reading, and for one more if it missed their map. */
  function refresh(): Promise<void> {
    refreshing ??= readAll().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function readAll(): Promise<void> {
    const found = new Map<string, IndexedFile>();
    for (const path of await beatmapFiles(folder)) {
      const version = await versionOf(path);
      if (version === null) continue;
      const known = files.get(path);
      found.set(path, known?.version === version ? known : { version, md5s: await hasher.md5sOf(path) });
    }
    files = found;
  }

  async function indexed(wanted: string): Promise<BeatmapSet | null> {
    for (const [path, { version, md5s }] of files) {
      if (!md5s.includes(wanted) || (await versionOf(path)) !== version) continue;
      return isArchive(path) ? { kind: 'archive', path } : { kind: 'folder', path: dirname(path) };
    }
    return null;
  }

  return {
    async find(beatmapMd5) {
      const known = await indexed(beatmapMd5);
      if (known !== null) return known;
      await refreshing;
      await refresh();
      return indexed(beatmapMd5);
    },
  };
}

/** Plain maps first: the files beside them need no unpacking. */
async function beatmapFiles(folder: string): Promise<string[]> {
  const files = (await filesBelow(folder, 0)).filter((path) => /\.os[uz]$/i.test(path));
  return files.sort((a, b) => Number(isArchive(a)) - Number(isArchive(b)) || (a < b ? -1 : 1));
}

/** Links are followed, for the folder is the operator's; deeper than this they lead in circles. */
const deepest = 8;

/** What cannot be read, or is gone meanwhile, is not there. */
async function filesBelow(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? await stat(path).catch(() => entry) : entry;
    if (kind.isFile()) files.push(path);
    else if (kind.isDirectory() && depth < deepest) files.push(...(await filesBelow(path, depth + 1)));
  }
  return files;
}

function isArchive(path: string): boolean {
  return /\.osz$/i.test(path);
}

/** Another one whenever the file has been written; null when it is gone. */
async function versionOf(path: string): Promise<string | null> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}
