import { once } from 'node:events';
import { type BigIntStats, createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exactly } from './exactly.ts';
import { contentTypeOf, isKey } from './key.ts';
import { errorCode, isAbsent } from './local-errors.ts';
import type { Cancellable, GetOptions, ListedObject, ObjectInfo, PutOptions, PutResult } from './storage.ts';

/** One object held open: its facts and its bytes belong together, whatever is put in its place meanwhile. */
export interface OpenObject extends ObjectInfo {
  /** To be called at most once; the stream's end closes the object. */
  read(options?: GetOptions): Readable;
  close(): Promise<void>;
}

interface Writing extends PutOptions {
  path: string;
  /** On the same file system as `path`. */
  temporary: string;
  body: Readable | Uint8Array;
}

/** Writes beside the target, forces it to disk and moves it into place. */
export async function writeWhole({ path, temporary, body, size, signal }: Writing): Promise<PutResult> {
  // No await stands before the pipeline: until it listens, an error of the body would bring the process down.
  const source = body instanceof Uint8Array ? Readable.from([body]) : body;
  const file = createWriteStream(temporary, { flags: 'wx', flush: true });
  try {
    await (size === undefined
      ? pipeline(source, file, { signal })
      : pipeline(source, (chunks: AsyncIterable<Uint8Array>) => exactly(size, chunks), file, { signal }));
    const etag = etagOf(await stat(temporary, { bigint: true }));
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return { etag };
  } catch (error) {
    // A file that is still being opened would appear after its removal.
    if (!file.closed) await once(file, 'close').catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * A second name for the same bytes, which costs no space: no object is ever written in place, so neither name can change
 * what is found under the other. File systems without such names get a copy. False when there is no such file.
 */
export async function linkWhole({ from, path, temporary }: Linking): Promise<boolean> {
  if ((await statObject(path, from)) === null) return false;
  try {
    await link(from, temporary);
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    if (!withoutLinks.has(errorCode(error))) throw error;
    await writeWhole({ path, temporary, body: createReadStream(from) });
    return true;
  } finally {
    // A name that is renamed to another of the same file stays.
    await rm(temporary, { force: true });
  }
}

interface Linking {
  from: string;
  path: string;
  /** On the same file system as `path`. */
  temporary: string;
}

const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** A rename is on disk only once its folder is; Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** Null when the path is no file. */
export async function openObject(key: string, path: string): Promise<OpenObject | null> {
  const file = await open(path).catch((error: unknown) => {
    if (isAbsent(error)) return null;
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
        // The end is always given: a file that grows while it is read would break the length already promised.
        // Of an empty object there is no last byte to name; Infinity reads to the end.
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

/** Null when the path is no file. */
export async function statObject(key: string, path: string): Promise<ObjectInfo | null> {
  try {
    const stats = await stat(path, { bigint: true });
    return stats.isFile() ? describe(key, stats) : null;
  } catch (error) {
    if (isAbsent(error)) return null;
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
  };
}

/** A put makes a new inode with a new time; an edit in place changes the time. Nothing has to be hashed or stored. */
function etagOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `"${[size, mtimeNs, ino].map((part) => part.toString(36)).join('-')}"`;
}

/** Walks a folder of the storage, leaving out what is hidden or cannot be a key. */
export async function* listObjects(root: string, folder: string, options: Cancellable): AsyncIterable<ListedObject> {
  const entries = await opendir(join(root, folder)).catch((error: unknown) => {
    if (isAbsent(error)) return [];
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

/** What a health check asks of a disk: that a few bytes written can be read again. */
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
