/** A folder with more entries is read in part, so that a drop of a whole disk cannot stop the page. */
export const maxEntries = 20_000;

/** The files whose names match, in the folders and the folders inside them. A folder that cannot be read is left out. */
export async function filesInFolders(folders: readonly FileSystemDirectoryEntry[], name: RegExp): Promise<File[]> {
  const files: File[] = [];
  const waiting = [...folders];
  let entriesLeft = maxEntries;
  for (let folder = waiting.shift(); folder !== undefined && entriesLeft > 0; folder = waiting.shift()) {
    for (const entry of await entriesOf(folder, entriesLeft)) {
      entriesLeft--;
      if (isFolder(entry)) waiting.push(entry);
      else if (isFile(entry) && name.test(entry.name)) files.push(...(await fileOf(entry)));
    }
  }
  return files;
}

export function isFolder(entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory === true;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function entriesOf(folder: FileSystemDirectoryEntry, max: number): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  while (found.length < max) {
    // Browsers return a part of the entries with each call, and none at the end.
    const more = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (more.length === 0) break;
    found.push(...more);
  }
  return found.slice(0, max);
}

function fileOf(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  );
}
