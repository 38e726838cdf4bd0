import { join, sep } from 'node:path';
import type { Hasher } from '../hasher.ts';
import { watchFolders } from './folder-watch.ts';
import { fileVersion, listFolder } from './library-folder.ts';
import type { LibraryIndex } from './library-index.ts';

/** Updates the index of a library in the background, one folder or file at a time. */
export interface LibraryIndexer {
  /** Whether something waits to be indexed or is being indexed. */
  readonly isReading: boolean;
  /** Resolves when everything is indexed that was known to have changed before the call. */
  settled(): Promise<void>;
  /** Reads reported changes now instead of after the usual delay. */
  readChanges(): void;
  /** Scans all folders that are not watched. */
  readUnwatched(): void;
  /** Stops the current work soon. */
  stop(): Promise<void>;
}

export interface LibraryIndexerOptions {
  readonly root: string;
  readonly index: LibraryIndex;
  readonly hasher: Pick<Hasher, 'md5sOf'>;
  readonly maxFiles: number;
  readonly onTooMany: () => void;
  /** Called after every step; `isLast` is true when everything is indexed. */
  readonly onStep: (isLast: boolean) => Promise<void>;
}

/** Deeper paths are assumed to be link cycles. */
const maxDepth = 8;
/** A file that is being copied changes many times; wait for the last change. */
const quietMs = 500;
/** Some file systems do not report all changes. */
const everythingAgainMs = 10 * 60_000;
/** Where changes are not reported, a missing map causes a scan, but not more often than this. */
const unwatchedAgainMs = 30_000;

export function startLibraryIndexer(options: LibraryIndexerOptions): LibraryIndexer {
  const { root, index, hasher, maxFiles, onTooMany, onStep } = options;
  const watched = watchFolders((path) => {
    reported.add(path.slice(root.length + 1));
    delay ??= setTimeout(readChanges, quietMs).unref();
  });
  /** Folders with a reported change that wait for further changes. */
  const reported = new Set<string>();
  /** What to read, in order. */
  const changedFolders = new Set<string>();
  const changedFiles = new Set<string>();
  const folders = new Set(['']);
  const files = new Set<string>();
  /** The identity of each folder that was read, by its path. */
  const seen = new Map<string, string>();
  /** The path by which each folder was found first, by its identity: a folder with two paths is read once. */
  const firstPaths = new Map<string, string>();
  let delay: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let isStopped = false;
  let scannedAt = performance.now();

  function readChanges(): void {
    if (delay !== null) clearTimeout(delay);
    delay = null;
    for (const folder of reported) changedFolders.add(folder);
    reported.clear();
    wake();
  }

  function readEverything(): void {
    scannedAt = performance.now();
    for (const folder of ['', ...seen.keys()]) folders.add(folder);
    wake();
  }

  function wake(): void {
    const isIdle = [changedFolders, changedFiles, folders, files].every(({ size }) => size === 0);
    if (isStopped || reading !== null || isIdle) return;
    reading = readAll().finally(() => {
      reading = null;
      wake();
    });
  }

  async function readAll(): Promise<void> {
    while (!isStopped && (await readNext())) await onStep(false);
    if (!isStopped) for (const [folder] of [...index.folders()]) if (!seen.has(folder)) index.dropFolder(folder);
    await onStep(true);
  }

  async function readNext(): Promise<boolean> {
    if (changedFolders.size > 0) await readFolder(take(changedFolders), changedFiles);
    else if (changedFiles.size > 0) await readFile(take(changedFiles));
    else if (folders.size > 0) await readFolder(take(folders), files);
    else if (files.size > 0) await readFile(take(files));
    else return false;
    return true;
  }

  async function readFolder(folder: string, unread: Set<string>): Promise<void> {
    const path = join(root, folder);
    // Watch before reading, so that no change in between is missed.
    watched.add(path);
    const listing = await listFolder(path);
    if (listing === null) return forget(folder);
    const { identity } = listing;
    const firstPath = firstPaths.get(identity);
    // The system gives the identities of removed folders to new ones.
    const isFirstPath = firstPath === undefined || firstPath === folder || seen.get(firstPath) !== identity;
    if (!isFirstPath) return watched.remove(path);
    firstPaths.set(identity, folder);
    seen.set(folder, identity);

    const present = new Map(listing.beatmapFiles.map(({ name, version }) => [name, version]));
    for (const [name, { version }] of [...index.filesIn(folder)]) {
      if (present.get(name) === version) present.delete(name);
      else index.drop(folder, name);
    }
    for (const name of present.keys()) if (!files.has(join(folder, name))) unread.add(join(folder, name));
    if (folder.split(sep).length > maxDepth) return;
    for (const name of listing.folders) if (!seen.has(join(folder, name))) folders.add(join(folder, name));
  }

  /** Removes the folder and everything in it. */
  function forget(folder: string): void {
    watched.remove(join(root, folder));
    for (const known of [...seen.keys()]) {
      if (folder !== '' && known !== folder && !known.startsWith(folder + sep)) continue;
      seen.delete(known);
      index.dropFolder(known);
      watched.remove(join(root, known));
    }
  }

  async function readFile(file: string): Promise<void> {
    const folder = file.includes(sep) ? file.slice(0, file.lastIndexOf(sep)) : '';
    const version = await fileVersion(join(root, file));
    if (version === null) return;
    if (index.fileCount >= maxFiles) return onTooMany();
    const md5s = await hasher.md5sOf(join(root, file));
    if (!isStopped) index.set(folder, file.slice(file.lastIndexOf(sep) + 1), { version, md5s });
  }

  const again = setInterval(readEverything, everythingAgainMs).unref();
  wake();

  return {
    get isReading() {
      return reading !== null;
    },
    async settled() {
      // A change that is reported while a reading ends is read by the next one.
      while (reading !== null) await reading;
    },
    readChanges,
    readUnwatched() {
      if (!watched.isComplete && performance.now() - scannedAt > unwatchedAgainMs) readEverything();
    },
    async stop() {
      isStopped = true;
      clearInterval(again);
      if (delay !== null) clearTimeout(delay);
      watched.close();
      await reading;
    },
  };
}

/** The first item of the queue. */
function take(waiting: Set<string>): string {
  const [first] = waiting;
  waiting.delete(first!);
  return first!;
}
