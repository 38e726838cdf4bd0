import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../../children/index.ts';

/** Computes the MD5s of the beatmaps in a file, in a child process. */
export interface Hasher {
  /** The MD5s of the beatmaps in an .osz, or of an .osu; none for a file that cannot be read. */
  md5sOf(path: string): Promise<readonly string[]>;
  /** Calling it twice is harmless. */
  stop(): Promise<void>;
}

export interface HasherOptions {
  /** The child's program as JavaScript; tests that run from source bring one they have built. */
  readonly childPath?: string;
  readonly timeLimitMs?: number;
}

type HashChild = Child<string, never, readonly string[]>;

const memoryMb = 512;
/** Libraries change rarely, so an idle child ends. */
const idleMs = 10_000;

/** Creates a hasher that reuses one child process and hashes one file at a time. */
export function createHasher({ childPath = builtChild(), timeLimitMs = 60_000 }: HasherOptions = {}): Hasher {
  let child: HashChild | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    clearTimeout(idleTimer);
    const ended = child;
    child = null;
    await ended?.stop();
  }

  /** A file that breaks the child, or takes too long, counts as a file without beatmaps. */
  async function hash(path: string): Promise<readonly string[]> {
    clearTimeout(idleTimer);
    if (!child?.isAlive) child = startChild({ program: childPath, heapMb: memoryMb });
    try {
      return await child.perform(path, { timeoutMs: timeLimitMs });
    } catch {
      return [];
    } finally {
      idleTimer = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    md5sOf(path) {
      const md5s = previous.then(() => hash(path));
      previous = md5s;
      return md5s;
    },
    stop: end,
  };
}

function builtChild(): string {
  return fileURLToPath(new URL('./hash-child.js', import.meta.url));
}
