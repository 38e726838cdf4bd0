import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep, setImmediate as turnOfLoop } from 'node:timers/promises';
import type { BeatmapSet } from './beatmap-set.ts';
import type { Hasher } from './hasher.ts';
import { fileVersion } from './library-folder.ts';
import { startReading } from './library-reader.ts';
import { loadIndex, saveIndex } from './library-store.ts';

/**
 * The operator's own beatmaps: .osz files and folders, anywhere below one folder. They are read in the background, and
 * what was read is remembered by path, size and time, also by the next process.
 */
export interface Library {
  /** What was dropped in, replaced or taken away counts at once, unless there is much to be read before it. */
  find(beatmapMd5: string): Promise<BeatmapSet | null>;
  readonly isReading: boolean;
  /** Resolves when everything that lies there has been read. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface LibraryOptions {
  readonly folder: string;
  /** Where what was read is kept. */
  readonly indexFile: string;
  readonly hasher: Pick<Hasher, 'md5sOf'>;
  readonly onTrouble?: ((what: string, reason?: unknown) => void) | undefined;
  /** How long somebody who looks for a map waits for what is being read. */
  readonly patienceMs?: number;
  readonly maxFiles?: number;
}

const saveEveryMs = 30_000;

export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const { indexFile, hasher, onTrouble = () => {}, patienceMs = 2_000, maxFiles = 250_000 } = options;
  const root = resolve(options.folder);
  await mkdir(root, { recursive: true });
  const index = await loadIndex(indexFile, maxFiles);
  let savedAt = performance.now();
  let hasTooMany = false;
  const reader = startReading({ root, index, hasher, maxFiles, onTooMany, onStep: save });

  /** Not too seldom: a process that is killed while it reads a large library has read for nothing since then. */
  async function save(isLast: boolean): Promise<void> {
    if (!isLast && performance.now() - savedAt < saveEveryMs) return;
    savedAt = performance.now();
    if (!index.takeChanged()) return;
    await saveIndex(indexFile, index).catch((error) => onTrouble('The index of the library cannot be written.', error));
  }

  function onTooMany(): void {
    if (!hasTooMany) onTrouble(`The library has more than ${maxFiles} beatmap files; the others are not read.`);
    hasTooMany = true;
  }

  /** Plain maps first: the files beside them need no unpacking. */
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
      // By then the system has told of all that happened before.
      await turnOfLoop();
      await turnOfLoop();
      reader.readChanges();
      reader.readUnwatched();
      await Promise.race([reader.reading, sleep(patienceMs, undefined, { ref: false })]);
      return indexed(beatmapMd5);
    },
    get isReading() {
      return reader.reading !== null;
    },
    async settled() {
      while (reader.reading !== null) await reader.reading;
    },
    stop: () => reader.stop(),
  };
}

interface Candidate {
  readonly path: string;
  readonly version: string;
  readonly set: BeatmapSet;
}
