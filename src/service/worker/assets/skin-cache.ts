import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../../failure.ts';
import { rejectOnAbort } from '../../../reject-on-abort.ts';
import { archiveFailure, unpackArchive } from '../../archives/index.ts';
import { skinKey } from '../../skins/index.ts';
import type { ObjectInfo, Storage } from '../../storage/index.ts';

/** Unpacked skins on this machine: those in use, and the most recently used ones. */
export interface SkinCache {
  /** Throws `skin/not-found`. The skin's folder exists until it is released. */
  open(name: string, options: { signal: AbortSignal }): Promise<OpenedSkin>;
  /** Removes all folders. Calling it twice is harmless. */
  close(): Promise<void>;
}

export interface OpenedSkin {
  readonly folder: string;
  /** Calling it twice is harmless. */
  release(): void;
}

export interface SkinCacheOptions {
  readonly storage: Pick<Storage, 'get' | 'stat'>;
  /** Returns an unused path in this process's folder, which is removed after the process was killed. */
  readonly newPath: () => string;
  /** The limit for all unpacked skins that are not in use. */
  readonly maxBytes?: number;
}

interface Entry {
  readonly folder: string;
  readonly bytes: number;
  users: number;
}

const defaultMaxBytes = 2 * 1024 ** 3;
/** A larger archive cannot be within the limits of its unpacked size. */
const maxArchiveBytes = 1024 ** 3;

/** Creates an empty cache. */
export function createSkinCache({ storage, newPath, maxBytes = defaultMaxBytes }: SkinCacheOptions): SkinCache {
  /** By the hash of the archive, least recently used first. */
  const entries = new Map<string, Entry>();
  /** The hash of each version of a stored object. */
  const hashes = new Map<string, string>();
  const downloads = new Map<string, Promise<string>>();
  const removals = new Set<Promise<void>>();
  const closing = new AbortController();

  async function open(name: string, { signal }: { signal: AbortSignal }): Promise<OpenedSkin> {
    for (;;) {
      signal.throwIfAborted();
      const object = await storage.stat(skinKey(name), { signal });
      if (object === null) throw new Failure('skin/not-found', `There is no skin "${name}".`);
      const hash = hashes.get(versionOf(object)) ?? (await rejectOnAbort(downloadOnce(object), signal));
      const entry = entries.get(hash);
      // A small cache may have evicted it already; then try again.
      if (entry !== undefined) return use(hash, entry);
    }
  }

  function use(hash: string, entry: Entry): OpenedSkin {
    entry.users++;
    entries.delete(hash);
    entries.set(hash, entry);
    let isInUse = true;
    return {
      folder: entry.folder,
      release() {
        if (isInUse) entry.users--;
        isInUse = false;
        evict();
      },
    };
  }

  /** Concurrent renders with one skin unpack it once; aborting one of them does not affect the others. */
  function downloadOnce(object: ObjectInfo): Promise<string> {
    const version = versionOf(object);
    const running = downloads.get(version);
    if (running !== undefined) return running;
    const downloaded = downloadSkin(object).finally(() => downloads.delete(version));
    downloaded.catch(() => {});
    downloads.set(version, downloaded);
    return downloaded;
  }

  async function downloadSkin({ key, sizeBytes }: ObjectInfo): Promise<string> {
    const { signal } = closing;
    if (sizeBytes > maxArchiveBytes) throw new Failure('archive/too-large', `The skin has ${sizeBytes} bytes.`);
    const archive = newPath();
    try {
      const object = await storage.get(key, { signal });
      if (object === null) throw new Failure('skin/not-found', 'The skin was deleted while it was downloaded.');
      const sha256 = createHash('sha256');
      const tap = new PassThrough().on('data', (chunk) => sha256.update(chunk));
      await pipeline(object.stream, tap, createWriteStream(archive), { signal });
      const hash = sha256.digest('hex');
      if (!entries.has(hash)) keep(hash, await unpack(archive));
      // The object may have been replaced since `stat`: record the version that was downloaded.
      hashes.set(versionOf(object), hash);
      evict(hash);
      return hash;
    } finally {
      await rm(archive, { force: true });
    }
  }

  /** Another download may have unpacked the same bytes in the meantime. */
  function keep(hash: string, entry: Entry): void {
    if (entries.has(hash)) remove(entry.folder);
    else entries.set(hash, entry);
  }

  async function unpack(archive: string): Promise<Entry> {
    const folder = newPath();
    try {
      return { folder, bytes: await unpackArchive(archive, folder, { signal: closing.signal }), users: 0 };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw archiveFailure(error);
    }
  }

  function evict(exceptHash?: string): void {
    let total = [...entries.values()].reduce((sum, { bytes, users }) => (users > 0 ? sum : sum + bytes), 0);
    for (const [hash, { folder, bytes, users }] of entries) {
      if (total <= maxBytes) return;
      if (users > 0 || hash === exceptHash) continue;
      entries.delete(hash);
      for (const [version, versionHash] of hashes) if (versionHash === hash) hashes.delete(version);
      total -= bytes;
      remove(folder);
    }
  }

  function remove(folder: string): void {
    const removal = rm(folder, { recursive: true, force: true }).catch(() => {});
    removals.add(removal);
    removal.then(() => removals.delete(removal));
  }

  async function close(): Promise<void> {
    closing.abort(new Error('The worker is stopping.'));
    await Promise.allSettled(downloads.values());
    for (const { folder } of entries.values()) remove(folder);
    entries.clear();
    hashes.clear();
    await Promise.all(removals);
  }

  return { open, close };
}

/** Changes whenever the object's bytes change. */
function versionOf({ key, etag }: ObjectInfo): string {
  return `${key} ${etag}`;
}
