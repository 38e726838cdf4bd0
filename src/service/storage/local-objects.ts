import { once } from 'node:events';
import { type BigIntStats, createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkSize } from './check-size.ts';
import { contentTypeOf, isKey } from './key.ts';
import { errorCode, isNotFound } from './local-errors.ts';
import type { Cancellable, GetOptions, ListedObject, ObjectInfo, PutOptions, PutResult } from './storage.ts';

/** An open object: its metadata and bytes stay consistent, even if it is replaced in the meantime. */
export interface OpenObject extends ObjectInfo {
  /** Call at most once; the end of the stream closes the object. */
  read(options?: GetOptions): Readable;
  close(): Promise<void>;
}

interface Writing extends PutOptions {
  readonly path: string;
  /** On the same file system as `path`. */
  readonly temporary: string;
  readonly body: Readable | Uint8Array;
}

/** Writes a temporary file, syncs it to disk and renames it to the target. */
export async function writeAtomically({ path, temporary, body, size, signal }: Writing): Promise<PutResult> {
  // No await before the pipeline: until it listens, an error of the body would be unhandled and end the process.
  const source = body instanceof Uint8Array ? Readable.from([body]) : body;
  const file = createWriteStream(temporary, { flags: 'wx', flush: true });
  try {
    await (size === undefined
      ? pipeline(source, file, { signal })
      : pipeline(source, (chunks: AsyncIterable<Uint8Array>) => checkSize(size, chunks), file, { signal }));
    const etag = etagOf(await stat(temporary, { bigint: true }));
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return { etag };
  } catch (error) {
    // Wait until the file is open: otherwise it could be created after its removal.
    if (!file.closed) await once(file, 'close').catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Creates a hard link, which takes no space. Objects are never written in place, so neither name can change the
 * other's content. File systems without hard links get a copy. Returns false if the file does not exist.
 */
export async function linkAtomically({ from, path, temporary }: Linking): Promise<boolean> {
  if ((await statObject(path, from)) === null) return false;
  try {
    await link(from, temporary);
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    if (!withoutLinks.has(errorCode(error))) throw error;
    await writeAtomically({ path, temporary, body: createReadStream(from) });
    return true;
  } finally {
    // Renaming one link of a file to another link of the same file leaves both in place.
    await rm(temporary, { force: true });
  }
}

interface Linking {
  readonly from: string;
  readonly path: string;
  /** On the same file system as `path`. */
  readonly temporary: string;
}

const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** A rename is durable only after its folder is synced; Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** Returns null if the path is not a file. */
export async function openObject(key: string, path: string): Promise<OpenObject | null> {
  const file = await open(path).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) {
      await file.close();
      return null;
    }
    const info = describe(key, stats);
    return {
      ...info,
      close: () => file.close(),
      read({ range = { start: 0, end: info.sizeBytes - 1 }, signal } = {}) {
        if (range.end >= info.sizeBytes) throw new RangeError(`Bytes ${range.start}-${range.end} of ${info.sizeBytes}`);
        // Always set the end: a file that grows while it is read would exceed the announced length.
        // An empty object has no last byte; Infinity reads to the end.
        const end = info.sizeBytes === 0 ? Number.POSITIVE_INFINITY : range.end;
        const stream = file.createReadStream({ start: range.start, end });
        return signal === undefined ? stream : addAbortSignal(signal, stream);
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns null if the path is not a file. */
export async function statObject(key: string, path: string): Promise<ObjectInfo | null> {
  try {
    const stats = await stat(path, { bigint: true });
    return stats.isFile() ? describe(key, stats) : null;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function describe(key: string, stats: BigIntStats): ObjectInfo {
  return {
    key,
    sizeBytes: Number(stats.size),
    lastModified: stats.mtime,
    etag: etagOf(stats),
    contentType: contentTypeOf(key),
    isShared: stats.nlink > 1n,
  };
}

/** A put creates a new inode with a new time, and an edit in place changes the time, so no hash has to be stored. */
function etagOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `"${[size, mtimeNs, ino].map((part) => part.toString(36)).join('-')}"`;
}

/** Lists a folder of the storage, without hidden files and names that are not valid keys. */
export async function* listObjects(root: string, folder: string, options: Cancellable): AsyncIterable<ListedObject> {
  const entries = await opendir(join(root, folder)).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  for await (const entry of entries) {
    options.signal?.throwIfAborted();
    const key = `${folder}${entry.name}`;
    if (!isKey(key)) continue;
    if (entry.isDirectory()) {
      yield* listObjects(root, `${key}/`, options);
      continue;
    }
    const info = await statObject(key, join(root, key));
    if (info !== null) yield { key, sizeBytes: info.sizeBytes, lastModified: info.lastModified };
  }
}

/** Health check: writes a few bytes and reads them back. */
export async function writeAndRead(path: string): Promise<void> {
  const written = new Date().toISOString();
  try {
    await writeFile(path, written, { flag: 'wx' });
    const found = await readFile(path, 'utf8');
    if (found !== written) throw new Error(`Wrote ${written} to the storage and read ${found}.`);
  } finally {
    await rm(path, { force: true });
  }
}
