import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemMetadata } from '../../game/archive/index.ts';
import { type ArchiveOptions, archiveEntries, type ReadableEntry } from './archive-file.ts';
import { ArchiveRefused } from './archive-refused.ts';

/**
 * Writes the files of an archive to a folder and returns their total size. A file that is broken, or whose name
 * the file system rejects, is skipped.
 */
export async function unpackArchive(path: string, folder: string, options: ArchiveOptions = {}): Promise<number> {
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for await (const entry of archiveEntries(path, options)) {
    if (entry.isFolder || entry.path === '' || isSystemMetadata(entry.path)) continue;
    const target = join(folder, entry.path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await write(entry, target);
      bytes += entry.bytes;
    } catch (error) {
      if (!isNoFile(error)) throw error;
      await rm(target, { force: true }).catch(() => {});
    }
  }
  return bytes;
}

async function write(entry: ReadableEntry, target: string): Promise<void> {
  const file = await open(target, 'w');
  try {
    await entry.read(async (chunk) => void (await file.writeFile(chunk)));
  } finally {
    await file.close();
  }
}

/** A name may be both a file and a folder, too long, or invalid in this file system. */
const badNames = ['EEXIST', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ'];

function isNoFile(error: unknown): boolean {
  if (error instanceof ArchiveRefused) return true;
  return error instanceof Error && 'code' in error && badNames.includes(String(error.code));
}
