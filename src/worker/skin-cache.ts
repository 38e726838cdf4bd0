import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { archiveFailure, unpackArchive } from '../archives/index.ts';
import { Failure } from '../failure.ts';
import { skinKey } from '../skins/index.ts';
import type { Storage } from '../storage/index.ts';

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
      const version = `${object.key} ${object.etag}`;
      const hash = hashes.get(version) ?? (await orAborted(fetchOnce(object.key, version), signal));
      const entry = entries.get(hash);
      // Gone again already, when the cache is smaller than what is asked of it at once.
      if (entry !== undefined) return hold(hash, entry);
      hashes.delete(version);
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
  function fetchOnce(key: string, version: string): Promise<string> {
    const under = fetches.get(version);
    if (under !== undefined) return under;
    const fetched = fetchSkin(key, version).finally(() => fetches.delete(version));
    fetched.catch(() => {});
    fetches.set(version, fetched);
    return fetched;
  }

  async function fetchSkin(key: string, version: string): Promise<string> {
    const { signal } = ends;
    const archive = newPath();
    try {
      const object = await storage.get(key, { signal });
      if (object === null) throw new Failure('skin/not-found', 'The skin was removed just now.');
      const sha256 = createHash('sha256');
      const tap = new PassThrough().on('data', (chunk) => sha256.update(chunk));
      await pipeline(object.stream, tap, createWriteStream(archive), { signal });
      const hash = sha256.digest('hex');
      if (!entries.has(hash)) entries.set(hash, await unpack(archive));
      // It may have been replaced between the two looks: then these bytes are of a version nobody has asked for yet.
      hashes.set(`${key} ${object.etag}`, hash);
      hashes.set(version, hash);
      evict(hash);
      return hash;
    } finally {
      await rm(archive, { force: true });
    }
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
      total -= bytes;
      const removal = rm(folder, { recursive: true, force: true }).catch(() => {});
      removals.add(removal);
      removal.then(() => removals.delete(removal));
    }
  }

  async function close(): Promise<void> {
    ends.abort(new Error('The worker stops.'));
    await Promise.allSettled([...fetches.values(), ...removals]);
    const folders = [...entries.values()].map(({ folder }) => folder);
    entries.clear();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }

  return { open, close };
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
