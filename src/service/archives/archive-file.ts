import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type ArchiveLimits, archiveLimits, entryPath, isFolderName } from '../../game/archive/index.ts';
import { ArchiveRefused, type ArchiveRule } from './archive-refused.ts';
import { type Entry, readDirectory } from './central-directory.ts';
import { checkEntries } from './check-entries.ts';

export interface ArchiveOptions {
  readonly limits?: ArchiveLimits;
  /** Aborts reading with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A file or a folder in an archive on disk. */
export interface ReadableEntry {
  /** Path inside the archive, with slashes. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The declared size. Reading yields exactly this many bytes or fails. */
  readonly bytes: number;
  /** Inflates the entry as a stream; throws ArchiveRefused if its size or checksum differ from the declared ones. */
  read(to?: (chunk: Uint8Array) => void | Promise<void>): Promise<void>;
}

/**
 * The entries of an untrusted archive, in the order of their position in the file. The file is read as a stream. Each entry
 * inflates to exactly its declared size, and the sum of the declared sizes is within the limits, so the inflated bytes are too.
 */
export async function* archiveEntries(path: string, options: ArchiveOptions = {}): AsyncGenerator<ReadableEntry> {
  const { limits = archiveLimits, signal } = options;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    await checkMagic(file);
    const { entries, start: end } = await readDirectory(file, size, limits.maxEntries);
    checkEntries(entries, size, limits);
    let behindLast = 0;
    for (const entry of entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
      signal?.throwIfAborted();
      // Overlapping entries are a decompression bomb.
      if (entry.headerOffset < behindLast) throw damaged(entry, 'overlaps another entry');
      if (entry.headerOffset >= end) throw damaged(entry, 'is not where the directory says');
      const start = await dataStart(file, entry);
      behindLast = start + entry.compressedBytes;
      if (behindLast > end) throw damaged(entry, 'is cut off or reaches into the directory');
      yield {
        path: entryPath(entry.name, limits),
        isFolder: isFolderName(entry.name),
        bytes: entry.declaredBytes,
        read: (to = () => {}) => readData(file, { entry, start, to, signal }),
      };
    }
  } finally {
    await file.close();
  }
}

async function checkMagic(file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead < 2 || buffer.toString('latin1') !== 'PK') {
    throw new ArchiveRefused('wrong-magic', 'It does not start like a ZIP archive.');
  }
}

const localHeaderBytes = 30;
const localSignature = 0x04034b50;

/** The local header before an entry's bytes repeats the name, possibly with another length. */
async function dataStart(file: FileHandle, entry: Entry): Promise<number> {
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(localHeaderBytes),
    0,
    localHeaderBytes,
    entry.headerOffset,
  );
  if (bytesRead < localHeaderBytes || buffer.readUInt32LE(0) !== localSignature) {
    throw damaged(entry, 'is not where the directory says');
  }
  return entry.headerOffset + localHeaderBytes + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
}

interface Data {
  readonly entry: Entry;
  readonly start: number;
  readonly to: (chunk: Uint8Array) => void | Promise<void>;
  readonly signal: AbortSignal | undefined;
}

const stored = 0;
const deflated = 8;

async function readData(file: FileHandle, { entry, start, to, signal }: Data): Promise<void> {
  if (entry.isEncrypted) throw refused(entry, 'encrypted', 'is encrypted');
  if (entry.method !== stored && entry.method !== deflated) throw damaged(entry, `is packed by method ${entry.method}`);
  let length = 0;
  let crc = 0;
  const packed = bytesOf(file, { start, length: entry.compressedBytes });
  async function pass(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > entry.declaredBytes) throw damaged(entry, 'unpacks to more than it declares');
      crc = crc32(chunk, crc);
      await to(chunk);
    }
  }
  try {
    if (entry.method === deflated) {
      await pipeline(packed, createInflateRaw({ chunkSize }), pass, signal ? { signal } : {});
    } else await pass(packed);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw damaged(entry, `does not inflate: ${error.message}`, error);
    }
    throw error;
  }
  if (length !== entry.declaredBytes) throw damaged(entry, `unpacks to ${length} bytes, not ${entry.declaredBytes}`);
  if (crc !== entry.crc) throw damaged(entry, 'fails its checksum');
}

const chunkSize = 64 * 1024;

async function* bytesOf(
  file: FileHandle,
  { start, length }: { start: number; length: number },
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const wanted = Math.min(chunkSize, length - at);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function damaged(entry: Entry, what: string, cause?: Error): ArchiveRefused {
  return refused(entry, 'damaged', what, cause);
}

function refused({ name }: Entry, rule: ArchiveRule, what: string, cause?: Error): ArchiveRefused {
  return new ArchiveRefused(rule, `The entry ${JSON.stringify(name.slice(0, 200))} ${what}.`, { cause });
}
