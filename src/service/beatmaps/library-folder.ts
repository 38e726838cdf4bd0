import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What lies in one folder of a library. */
export interface FolderListing {
  /** The same for every path that leads to the folder. */
  readonly identity: string;
  readonly beatmapFiles: readonly { readonly name: string; readonly version: string }[];
  readonly folders: readonly string[];
}

/** Null when there is no such folder, or none that can be read. Links are followed: the library is the operator's. */
export async function listFolder(path: string): Promise<FolderListing | null> {
  const beatmapFiles: { name: string; version: string }[] = [];
  const folders: string[] = [];
  try {
    const { dev, ino } = await stat(path);
    for await (const entry of await opendir(path)) {
      const isBeatmap = /\.os[uz]$/i.test(entry.name);
      if (entry.isDirectory()) folders.push(entry.name);
      else if (entry.isSymbolicLink() || (entry.isFile() && isBeatmap)) {
        const found = await stat(join(path, entry.name)).catch(() => null);
        if (found?.isDirectory()) folders.push(entry.name);
        else if (found?.isFile() && isBeatmap) beatmapFiles.push({ name: entry.name, version: versionOf(found) });
      }
    }
    return { identity: `${dev}:${ino}`, beatmapFiles, folders };
  } catch {
    return null;
  }
}

/** Another one whenever the file has been written; null when it is gone. */
export async function fileVersion(path: string): Promise<string | null> {
  try {
    return versionOf(await stat(path));
  } catch {
    return null;
  }
}

function versionOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `${size} ${mtimeMs}`;
}
