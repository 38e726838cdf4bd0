import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Deeper folders are made to test programs, not to be found. */
const maxDepth = 64;

export interface WalkOptions {
  readonly isWanted: (name: string) => boolean;
  /** Called for a subfolder that cannot be read; the walk goes on. */
  readonly onUnreadable: (folder: string, error: unknown) => void;
}

/**
 * The regular files below a folder, in the order of their names. Links are followed, because song folders are often
 * links; each folder is visited once, so that links in a circle end.
 */
export async function* walkFiles(root: string, { isWanted, onUnreadable }: WalkOptions): AsyncGenerator<string> {
  const visited = new Set<string>();
  yield* walk(root, 0);

  async function* walk(folder: string, depth: number): AsyncGenerator<string> {
    const { dev, ino } = await stat(folder);
    const identity = `${dev}:${ino}`;
    if (visited.has(identity) || depth > maxDepth) return;
    visited.add(identity);
    const names: string[] = [];
    for await (const { name } of await opendir(folder)) names.push(name);
    for (const name of names.sort()) {
      const path = join(folder, name);
      // A link to nothing is no file.
      const found = await stat(path).catch(() => null);
      if (found?.isFile() && isWanted(name)) yield path;
      if (!found?.isDirectory()) continue;
      try {
        yield* walk(path, depth + 1);
      } catch (error) {
        onUnreadable(path, error);
      }
    }
  }
}
