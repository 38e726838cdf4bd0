import { createIdleChild, type IdleChildOptions } from './idle-child.ts';

/** Computes the MD5s of the beatmaps in a file, in a child process. */
export interface Hasher {
  /** The MD5s of the beatmaps in an .osz, or of an .osu; none for a file that cannot be read. */
  md5sOf(path: string): Promise<readonly string[]>;
  /** Calling it twice is harmless. */
  stop(): Promise<void>;
}

/** Creates a hasher that reuses one child process and hashes one file at a time. Libraries change rarely. */
export function createHasher(options?: IdleChildOptions): Hasher {
  const child = createIdleChild<string, readonly string[]>(options);
  return {
    // A file that breaks the child, or takes too long, counts as a file without beatmaps.
    md5sOf: (path) => child.perform(path).catch(() => []),
    stop: child.stop,
  };
}
