import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The content of one library folder. */
export interface FolderListing {
  /** Identifies the folder, whichever path leads to it. */
  readonly identity: string;
  readonly beatmapFiles: readonly { readonly name: string; readonly version: string }[];
  readonly folders: readonly string[];
}

/**
 * Returns null if the folder does not exist or cannot be read. Links are followed, because the operator controls them.
 */
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

/** Changes whenever the file is written; null if it does not exist. */
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
