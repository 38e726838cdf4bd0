import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../failure.ts';
import { archiveFailure, unpackArchive } from '../archives/index.ts';
import { skinKey } from '../skins/index.ts';
import type { ObjectInfo, Storage } from '../storage/index.ts';

/** Stored skins, unpacked on this machine: those that were used last, and every one that is in use. */
export interface SkinCache {
  /** Throws `skin/not-found`. The skin stays until it is released. */
  open(name: string, options: { signal: AbortSignal }): Promise<HeldSkin>;
  /** Removes all of it. Calling it twice is harmless. */
  close(): Promise<void>;
}

export interface HeldSkin {
  readonly folder: string;
  /** Calling it twice is harmless. */
  release(): void;
}

export interface SkinCacheOptions {
  readonly storage: Storage;
  /**
   * A path nobody uses yet, in a folder of this process. What a killed one has unpacked by half goes with its folder,
   * so nothing here is ever another's.
   */
  readonly newPath: () => string;
  /** All that is unpacked and not in use, together. */
  readonly maxBytes?: number;
}

interface Entry {
  readonly folder: string;
  readonly bytes: number;
  holders: number;
}

const defaultMaxBytes = 2 * 1024 ** 3;
/** Nothing larger unpacks within the limits of an archive. */
const maxArchiveBytes = 1024 ** 3;

export function createSkinCache({ storage, newPath, maxBytes = defaultMaxBytes }: SkinCacheOptions): SkinCache {
  /** By the hash of the archive's bytes, the one that was used longest ago first. */
  const entries = new Map<string, Entry>();
  /** Which bytes a version of an object has. */
  const hashes = new Map<string, string>();
  const fetches = new Map<string, Promise<string>>();
  const removals = new Set<Promise<void>>();
  const ends = new AbortController();

  async function open(name: string, { signal }: { signal: AbortSignal }): Promise<HeldSkin> {
    for (;;) {
      signal.throwIfAborted();
      const object = await storage.stat(skinKey(name), { signal });
      if (object === null) throw new Failure('skin/not-found', `There is no skin "${name}".`);
      const hash = hashes.get(versionOf(object)) ?? (await orAborted(fetchOnce(object), signal));
      const entry = entries.get(hash);
      // It may be gone again already, when the cache is smaller than what is asked of it at once.
      if (entry !== undefined) return hold(hash, entry);
    }
  }

  function hold(hash: string, entry: Entry): HeldSkin {
    entry.holders++;
    entries.delete(hash);
    entries.set(hash, entry);
    let held = true;
    return {
      folder: entry.folder,
      release() {
        if (held) entry.holders--;
        held = false;
        evict();
      },
    };
  }

  /** Several renders that begin at once with one skin unpack it once; one that gives up does not stop the others. */
  function fetchOnce(object: ObjectInfo): Promise<string> {
    const version = versionOf(object);
    const underWay = fetches.get(version);
    if (underWay !== undefined) return underWay;
    const fetched = fetchSkin(object).finally(() => fetches.delete(version));
    fetched.catch(() => {});
    fetches.set(version, fetched);
    return fetched;
  }

  async function fetchSkin({ key, sizeBytes }: ObjectInfo): Promise<string> {
    const { signal } = ends;
    if (sizeBytes > maxArchiveBytes) throw new Failure('archive/too-large', `The skin has ${sizeBytes} bytes.`);
    const archive = newPath();
    try {
      const object = await storage.get(key, { signal });
      if (object === null) throw new Failure('skin/not-found', 'The skin was removed just now.');
      const sha256 = createHash('sha256');
      const tap = new PassThrough().on('data', (chunk) => sha256.update(chunk));
      await pipeline(object.stream, tap, createWriteStream(archive), { signal });
      const hash = sha256.digest('hex');
      if (!entries.has(hash)) keep(hash, await unpack(archive));
      // The object may have been replaced between the two looks at it: these bytes are the newer ones'.
      hashes.set(versionOf(object), hash);
      evict(hash);
      return hash;
    } finally {
      await rm(archive, { force: true });
    }
  }

  /** The same bytes may have been unpacked under another name in the meantime. */
  function keep(hash: string, entry: Entry): void {
    if (entries.has(hash)) remove(entry.folder);
    else entries.set(hash, entry);
  }

  async function unpack(archive: string): Promise<Entry> {
    const folder = newPath();
    try {
      return { folder, bytes: await unpackArchive(archive, folder, { signal: ends.signal }), holders: 0 };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw archiveFailure(error);
    }
  }

  function evict(sparing?: string): void {
    let total = [...entries.values()].reduce((sum, { bytes, holders }) => (holders > 0 ? sum : sum + bytes), 0);
    for (const [hash, { folder, bytes, holders }] of entries) {
      if (total <= maxBytes) return;
      if (holders > 0 || hash === sparing) continue;
      entries.delete(hash);
      for (const [version, known] of hashes) if (known === hash) hashes.delete(version);
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
    ends.abort(new Error('The worker stops.'));
    await Promise.allSettled(fetches.values());
    for (const { folder } of entries.values()) remove(folder);
    entries.clear();
    hashes.clear();
    await Promise.all(removals);
  }

  return { open, close };
}

/** Another one whenever the object has other bytes. */
function versionOf({ key, etag }: ObjectInfo): string {
  return `${key} ${etag}`;
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
