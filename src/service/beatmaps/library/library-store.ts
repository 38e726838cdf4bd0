import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createIndex, type LibraryIndex } from './library-index.ts';

/** A library folder as a line of JSON. */
type Row = [folder: string, files: [name: string, version: string, md5s: string[]][]];

/** Reads the index of an earlier process; invalid lines are skipped. */
export async function loadIndex(path: string, maxFiles: number): Promise<LibraryIndex> {
  const index = createIndex();
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const [folder, files] = parseRow(line) ?? ['', []];
      for (const [name, version, md5s] of files) {
        if (index.fileCount < maxFiles) index.set(folder, name, { version, md5s });
      }
    }
  } catch (error) {
    // Without an index file everything is read again, which is only slow.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  index.takeChanged();
  return index;
}

/** Replaces the index file atomically, so that a killed process leaves the old one. */
export async function saveIndex(path: string, index: LibraryIndex): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    const file = await open(part, 'w');
    try {
      for (const [folder, files] of index.folders()) {
        const row: Row = [folder, Array.from(files, ([name, { version, md5s }]) => [name, version, [...md5s]])];
        await file.write(`${JSON.stringify(row)}\n`);
      }
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

function parseRow(line: string): Row | null {
  try {
    const row: unknown = JSON.parse(line);
    return isRow(row) ? row : null;
  } catch {
    return null;
  }
}

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || typeof row[0] !== 'string' || !Array.isArray(row[1])) return false;
  return row[1].every((file) => {
    if (!Array.isArray(file)) return false;
    const [name, version, md5s] = file;
    return typeof name === 'string' && typeof version === 'string' && isTexts(md5s);
  });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
