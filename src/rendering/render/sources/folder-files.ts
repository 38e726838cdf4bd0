import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileKey } from '../../../game/archive/index.ts';
import type { FileSource } from '../../scene-loader/index.ts';

/** The limits of an archive: a user may name any folder. */
const max = { files: 10_000, folders: 16, fileBytes: 200 * 1024 * 1024 };

/** The files of a folder and its subfolders, by name. */
export function folderFiles(folder: string): FileSource {
  const names: string[] = [];
  collect('', 0);
  const stored = new Map(names.map((name) => [fileKey(name), name]));

  function collect(below: string, depth: number): void {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (names.length >= max.files) return;
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      // Do not follow links: they may lead out of the folder, or form a loop.
      if (entry.isDirectory() && depth < max.folders) collect(name, depth + 1);
      else if (entry.isFile()) names.push(name);
    }
  }

  function pathOf(name: string): string | null {
    const path = stored.get(fileKey(name));
    if (path === undefined) return null;
    try {
      const file = join(folder, path);
      accessSync(file, constants.R_OK);
      return statSync(file).size > max.fileBytes ? null : file;
    } catch {
      return null;
    }
  }

  return {
    names,
    read(name) {
      const file = pathOf(name);
      try {
        return file === null ? null : readFileSync(file);
      } catch {
        return null;
      }
    },
    pathOf,
  };
}
