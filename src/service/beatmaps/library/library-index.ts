/** An indexed file: the MD5s of its maps, valid while the file has this version. */
export interface IndexedFile {
  readonly version: string;
  readonly md5s: readonly string[];
}

/** The files of a library by folder (relative to the library) and name. */
export interface LibraryIndex {
  readonly fileCount: number;
  folders(): Iterable<[folder: string, files: ReadonlyMap<string, IndexedFile>]>;
  filesIn(folder: string): ReadonlyMap<string, IndexedFile>;
  set(folder: string, name: string, file: IndexedFile): void;
  drop(folder: string, name: string): void;
  dropFolder(folder: string): void;
  /** Returns true once after every change. */
  takeChanged(): boolean;
}

export function createIndex(): LibraryIndex {
  const byFolder = new Map<string, Map<string, IndexedFile>>();
  let fileCount = 0;
  let isChanged = false;

  function drop(folder: string, name: string): void {
    if (!byFolder.get(folder)?.delete(name)) return;
    if (byFolder.get(folder)!.size === 0) byFolder.delete(folder);
    fileCount--;
    isChanged = true;
  }

  return {
    get fileCount() {
      return fileCount;
    },
    folders: () => byFolder,
    filesIn: (folder) => byFolder.get(folder) ?? new Map(),
    set(folder, name, file) {
      const files = byFolder.get(folder) ?? new Map<string, IndexedFile>();
      byFolder.set(folder, files);
      if (!files.has(name)) fileCount++;
      files.set(name, file);
      isChanged = true;
    },
    drop,
    dropFolder(folder) {
      for (const name of [...(byFolder.get(folder)?.keys() ?? [])]) drop(folder, name);
    },
    takeChanged() {
      const was = isChanged;
      isChanged = false;
      return was;
    },
  };
}
