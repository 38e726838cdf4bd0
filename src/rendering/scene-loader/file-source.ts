import { Failure } from '../../failure.ts';
import { type Archive, openArchive } from '../../game/archive/index.ts';

/** Files by name, in a folder or an archive. Case and the kind of slash are ignored. */
export interface FileSource {
  /** The names as stored, with forward slashes. */
  readonly names: readonly string[];
  /** Null if the file does not exist or cannot be read. */
  read(name: string): Uint8Array | null;
  /** The path of a file, for streaming; absent if the files are inside an archive. */
  pathOf?(name: string): string | null;
}

/** Reads files from an archive. */
export function archiveFiles(archive: Uint8Array | Archive): FileSource {
  const opened = archive instanceof Uint8Array ? openArchive(archive) : archive;
  return {
    names: opened.entries.map(({ name }) => name),
    read(name) {
      try {
        return opened.read(name);
      } catch (error) {
        // A broken entry counts as absent; the rest of the archive stays usable.
        if (error instanceof Failure) return null;
        throw error;
      }
    },
  };
}
