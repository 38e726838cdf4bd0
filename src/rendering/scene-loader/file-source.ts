import { Failure } from '../../failure.ts';
import { type Archive, openArchive } from '../../game/archive/index.ts';

/** Named files, wherever they lie. Case and the kind of slash do not matter. */
export interface FileSource {
  /** As stored, paths with slashes. */
  readonly names: readonly string[];
  /** Null where there is none, or none that can be read. */
  read(name: string): Uint8Array | null;
  /** Where such a file lies, for those who read it piece by piece; absent where files lie within another. */
  pathOf?(name: string): string | null;
}

export function archiveFiles(archive: Uint8Array | Archive): FileSource {
  const opened = archive instanceof Uint8Array ? openArchive(archive) : archive;
  return {
    names: opened.entries.map(({ name }) => name),
    read(name) {
      try {
        return opened.read(name);
      } catch (error) {
        // One broken member is an absent file; the rest of the archive is as good as ever.
        if (error instanceof Failure) return null;
        throw error;
      }
    },
  };
}
