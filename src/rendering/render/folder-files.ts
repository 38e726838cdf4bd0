import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileKey } from '../../game/archive/index.ts';
import type { FileSource } from '../scene-loader/index.ts';

/** The same bounds an archive has: a folder may be anything a person has named. */
const most = { files: 10_000, folders: 16, fileBytes: 200 * 1024 * 1024 };

export function folderFiles(folder: string): FileSource {
  const names: string[] = [];
  collect('', 0);
  const stored = new Map(names.map((name) => [fileKey(name), name]));

  function collect(below: string, depth: number): void {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (names.length >= most.files) return;
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      // Links are not followed: they may lead out of the folder, or in circles.
      if (entry.isDirectory() && depth < most.folders) collect(name, depth + 1);
      else if (entry.isFile()) names.push(name);
    }
  }

  function pathOf(name: string): string | null {
    const path = stored.get(fileKey(name));
    if (path === undefined) return null;
    try {
      const file = join(folder, path);
      accessSync(file, constants.R_OK);
      return statSync(file).size > most.fileBytes ? null : file;
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
