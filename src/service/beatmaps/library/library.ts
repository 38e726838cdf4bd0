import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep, setImmediate as turnOfLoop } from 'node:timers/promises';
import type { BeatmapSet } from '../beatmap-set.ts';
import type { Hasher } from '../hasher.ts';
import { fileVersion } from './library-folder.ts';
import { startLibraryIndexer } from './library-indexer.ts';
import { loadIndex, saveIndex } from './library-store.ts';

/**
 * The operator's own beatmaps: .osz files and folders below one folder. They are indexed in the background, and
 * the index is kept by path, size and modification time, also for the next process.
 */
export interface Library {
  /** Includes files added, replaced or removed just before, unless a long indexing is in progress. */
  find(beatmapMd5: string): Promise<BeatmapSet | null>;
  readonly isReading: boolean;
  /** Resolves when everything is indexed. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface LibraryOptions {
  readonly folder: string;
  /** The index file. */
  readonly indexFile: string;
  readonly hasher: Pick<Hasher, 'md5sOf'>;
  readonly onError?: ((what: string, reason?: unknown) => void) | undefined;
  /** How long `find` waits for indexing in progress. */
  readonly maxWaitMs?: number;
  readonly maxFiles?: number;
}

const saveEveryMs = 30_000;

export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const { indexFile, hasher, onError = () => {}, maxWaitMs = 2_000, maxFiles = 250_000 } = options;
  const root = resolve(options.folder);
  await mkdir(root, { recursive: true });
  const index = await loadIndex(indexFile, maxFiles);
  let savedAt = performance.now();
  let hasTooMany = false;
  const indexer = startLibraryIndexer({ root, index, hasher, maxFiles, onTooMany, onStep: save });

  /** Saves the index at intervals, so that a process killed while indexing loses little. */
  async function save(isLast: boolean): Promise<void> {
    if (!isLast && performance.now() - savedAt < saveEveryMs) return;
    savedAt = performance.now();
    if (!index.takeChanged()) return;
    await saveIndex(indexFile, index).catch((error) => onError('The index of the library cannot be written.', error));
  }

  function onTooMany(): void {
    if (!hasTooMany) onError(`The library has more than ${maxFiles} beatmap files; the others are not read.`);
    hasTooMany = true;
  }

  /** Prefers folders to .osz files: they need no unpacking. */
  async function indexed(wanted: string): Promise<BeatmapSet | null> {
    const plain: Candidate[] = [];
    const archives: Candidate[] = [];
    for (const [folder, files] of index.folders()) {
      for (const [name, { version, md5s }] of files) {
        if (!md5s.includes(wanted)) continue;
        const path = join(root, folder, name);
        if (/\.osz$/i.test(name)) archives.push({ path, version, set: { kind: 'archive', path } });
        else plain.push({ path, version, set: { kind: 'folder', path: join(root, folder) } });
      }
    }
    for (const { path, version, set } of [...plain, ...archives]) if ((await fileVersion(path)) === version) return set;
    return null;
  }

  return {
    async find(beatmapMd5) {
      const known = await indexed(beatmapMd5);
      if (known !== null) return known;
      // By then the system has reported all earlier changes.
      await turnOfLoop();
      await turnOfLoop();
      indexer.readChanges();
      indexer.readUnwatched();
      await Promise.race([indexer.settled(), sleep(maxWaitMs, undefined, { ref: false })]);
      return indexed(beatmapMd5);
    },
    get isReading() {
      return indexer.isReading;
    },
    settled: () => indexer.settled(),
    stop: () => indexer.stop(),
  };
}

interface Candidate {
  readonly path: string;
  readonly version: string;
  readonly set: BeatmapSet;
}
