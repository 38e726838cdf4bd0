import type { FileHandle } from 'node:fs/promises';
import { Failure } from '../../failure.ts';
import { type DirectoryRecord, locateDirectory, maxDirectoryTailBytes, readRecords } from '../../game/archive/index.ts';
import { ArchiveRefused } from './archive-refused.ts';

/** An untrusted entry of an archive's central directory. */
export type Entry = DirectoryRecord;

export interface Directory {
  readonly entries: readonly Entry[];
  /** Offset of the central directory; no entry may extend past it. */
  readonly start: number;
}

/** Enough for 10,000 entries with names and extra fields far longer than any tool writes. */
const maxDirectoryBytes = 8 * 1024 * 1024;

/** Reads the central directory of an archive on disk, with the same parser that reads archives in memory. */
export async function readDirectory(file: FileHandle, fileBytes: number, maxEntries: number): Promise<Directory> {
  const tailStart = Math.max(0, fileBytes - maxDirectoryTailBytes);
  const tail = await readExactly(file, tailStart, fileBytes - tailStart);
  try {
    const { start, end, count } = locateDirectory(tail, tailStart);
    const length = end - start;
    if (count > maxEntries) throw new ArchiveRefused('too-many-entries', `It has ${count} entries.`);
    if (length > maxDirectoryBytes) throw new ArchiveRefused('damaged', `Its directory has ${length} bytes.`);
    return { entries: readRecords(await readExactly(file, start, length), count, maxEntries), start };
  } catch (error) {
    throw asRefused(error);
  }
}

async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at);
    if (bytesRead === 0) throw new ArchiveRefused('damaged', `The file ends at byte ${start + at}.`);
    at += bytesRead;
  }
  return bytes;
}

/** Maps the parser's errors to the two rules that it checks. */
function asRefused(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === 'archive/too-large')
    return new ArchiveRefused('too-many-entries', error.message, { cause: error });
  if (error.code === 'archive/unreadable') return new ArchiveRefused('damaged', error.message, { cause: error });
  return error;
}
