import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Failure } from '../../failure.ts';
import {
  blockBytes,
  maxExtensionBytes,
  padding,
  readExtension,
  readHeader,
  type TarEntry,
  tarEnd,
  tarHeader,
} from './tar.ts';

/** The last entry: the checksum of everything before it. */
const checksumEntryName = 'seal.json';

/** A backup that is being written. It gets its final name only when it is complete. */
export interface BackupFileWriter {
  /** Throws if the chunks have another length than the entry states. */
  add(entry: TarEntry, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Adds the checksum and gives the file its final name. */
  finish(): Promise<{ bytes: number }>;
  /** Deletes the unfinished file. */
  abandon(): Promise<void>;
}

export async function createBackupFile(path: string, now: Date): Promise<BackupFileWriter> {
  const unfinished = `${path}.unfinished-${process.pid}`;
  const toDisk = <T>(operation: Promise<T>): Promise<T> =>
    operation.catch((cause: NodeJS.ErrnoException) => {
      throw new Failure('storage/unavailable', `Cannot write ${path} (${cause.code}).`, { cause });
    });
  const file = await toDisk(open(unfinished, 'wx', 0o600));
  const hash = createHash('sha256');
  let bytes = 0;

  async function write(chunk: Uint8Array): Promise<void> {
    hash.update(chunk);
    bytes += chunk.length;
    await toDisk(file.writeFile(chunk));
  }

  async function add(entry: TarEntry, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    await write(tarHeader(entry, now));
    let written = 0;
    for await (const chunk of chunks) {
      written += chunk.length;
      await write(chunk);
    }
    if (written !== entry.sizeBytes)
      throw new Error(`${entry.name} has ${written} bytes, expected ${entry.sizeBytes}.`);
    await write(padding(written));
  }

  return {
    add,
    async finish() {
      const checksum = Buffer.from(`${JSON.stringify({ sha256: hash.copy().digest('hex') })}\n`);
      await add({ name: checksumEntryName, sizeBytes: checksum.length }, [checksum]);
      await write(tarEnd);
      await toDisk(file.sync());
      await toDisk(file.close());
      await toDisk(rename(unfinished, path));
      return { bytes };
    },
    async abandon() {
      await file.close().catch(() => {});
      await rm(unfinished, { force: true });
    },
  };
}

/** A backup that is open for reading. */
export interface BackupFileReader {
  /** The entries in the order in which they were added. */
  entries(): AsyncGenerator<BackupFileEntry, void, void>;
  close(): Promise<void>;
}

export interface BackupFileEntry extends TarEntry {
  read(): AsyncGenerator<Buffer, void, void>;
}

/** Opens a backup. It reads and verifies the whole file first, so that no part of a damaged backup is used. */
export async function openBackupFile(path: string): Promise<BackupFileReader> {
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Failure('backup/unreadable', `Cannot read ${path} (${cause.code}).`, { cause });
  });
  try {
    if (!(await file.stat()).isFile()) throw new Failure('backup/unreadable', `${path} is not a file.`);
    await verify(file, path);
    return { entries: () => entriesOf(file), close: () => file.close() };
  } catch (error) {
    await file.close();
    if (!(error instanceof RangeError)) throw error;
    throw new Failure('backup/unreadable', `${path} is not a complete backup. ${error.message}`, { cause: error });
  }
}

async function verify(file: FileHandle, path: string): Promise<void> {
  let last: (BackupFileEntry & { start: number }) | null = null;
  for await (const entry of entriesOf(file)) last = entry;
  if (last?.name !== checksumEntryName || last.sizeBytes > 1024) throw new RangeError('Its end is missing.');
  const sha256 = readChecksum(await collect(last.read()));
  const hash = createHash('sha256');
  for await (const chunk of readBytes(file, 0, last.start)) hash.update(chunk);
  if (hash.digest('hex') !== sha256) {
    throw new Failure('backup/unreadable', `${path} was changed or damaged: its checksum does not match.`);
  }
}

function readChecksum(entry: Buffer): string {
  try {
    return (JSON.parse(entry.toString()) as { sha256: string }).sha256;
  } catch (cause) {
    throw new RangeError('Its end is damaged.', { cause });
  }
}

async function* entriesOf(file: FileHandle): AsyncGenerator<BackupFileEntry & { start: number }, void, void> {
  let extension: Partial<TarEntry> = {};
  let start = 0;
  for (let at = 0; ; ) {
    const header = readHeader(await collect(readBytes(file, at, at + blockBytes)));
    if (header === null) return;
    const begin = at + blockBytes;
    if (header.kind === 'extension') {
      if (header.sizeBytes > maxExtensionBytes) throw new RangeError('An extended header is too long.');
      extension = readExtension(await collect(readBytes(file, begin, begin + header.sizeBytes)));
      at = begin + header.sizeBytes + padding(header.sizeBytes).length;
      continue;
    }
    const { name, sizeBytes } = { ...header, ...extension };
    const end = begin + sizeBytes;
    yield { name, sizeBytes, start, read: () => readBytes(file, begin, end) };
    extension = {};
    at = end + padding(sizeBytes).length;
    start = at;
  }
}

const chunkBytes = 256 * 1024;

async function* readBytes(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer, void, void> {
  for (let at = from; at < to; ) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, to - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new RangeError('The file ends too early.');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Reads everything into memory; only for small entries. */
export async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
