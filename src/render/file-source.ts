import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { type Archive, fileKey, openArchive } from '../osu/archive/index.ts';

/** Named files, wherever they lie. Case and the kind of slash do not matter. */
export interface FileSource {
  /** As stored, paths with slashes. */
  readonly names: readonly string[];
  /** Null where there is none, or none that can be read. */
  read(name: string): Uint8Array | null;
}

/** The same bounds an archive has: a folder may be anything a person has named. */
const most = { files: 10_000, folders: 16, fileBytes: 200 * 1024 * 1024 };

export function archiveFiles(archive: Uint8Array | Archive): FileSource {
  const opened = archive instanceof Uint8Array ? openArchive(archive) : archive;
  return {
    names: opened.entries.map(({ name }) => name),
    read(name) {
      try {
        return opened.read(name);
      } catch (error) {
        // One broken member is an absent file; the rest of the archive is as good as ever.
        if (error instanceof Failure) return null;
        throw error;
      }
    },
  };
}

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

  return {
    names,
    read(name) {
      const path = stored.get(fileKey(name));
      if (path === undefined) return null;
      try {
        const file = join(folder, path);
        return statSync(file).size > most.fileBytes ? null : readFileSync(file);
      } catch {
        return null;
      }
    },
  };
}
