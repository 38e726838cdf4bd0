import { type FSWatcher, watch } from 'node:fs';

/** Reports changes in folders, as far as the system supports it. */
export interface FolderWatch {
  /** A folder may be added twice. */
  add(path: string): void;
  remove(path: string): void;
  /** Whether every added folder is watched; the system limits the number of watches. */
  readonly isComplete: boolean;
  close(): void;
}

export function watchFolders(onChange: (path: string) => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const unwatched = new Set<string>();

  function remove(path: string): void {
    watchers.get(path)?.close();
    watchers.delete(path);
    unwatched.delete(path);
  }

  return {
    add(path) {
      if (watchers.has(path)) return;
      try {
        const watcher = watch(path, { persistent: false }, () => onChange(path));
        watcher.on('error', () => {
          remove(path);
          onChange(path);
        });
        watchers.set(path, watcher);
        unwatched.delete(path);
      } catch {
        unwatched.add(path);
      }
    },
    remove,
    get isComplete() {
      return unwatched.size === 0;
    },
    close() {
      for (const path of [...watchers.keys()]) remove(path);
    },
  };
}
