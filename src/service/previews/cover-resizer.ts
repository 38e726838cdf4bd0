import { fileURLToPath } from 'node:url';
import { ChildError, runChild } from '../../children/index.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';

/**
 * Makes a small JPEG of a picture. Null: it cannot be decoded. `busy`: too many pictures wait already, and the caller
 * has to do without.
 */
export type ResizeCover = (picture: Uint8Array) => Promise<Uint8Array | null | 'busy'>;

export interface CoverResizerOptions {
  /** The limit of processor time. */
  readonly timeLimitMs?: number;
  /** The limit of the child's resident memory. A picture of 40 megapixels needs half of it. */
  readonly memoryMb?: number;
  /** A waiting picture has up to 8 MB. */
  readonly maxWaiting?: number;
  /** The child's program as JavaScript; tests that run from source bring one of their own. */
  readonly childPath?: string;
}

/** Resizes each picture in a child process with limited memory and time, one at a time: renders need the machine more. */
export function createCoverResizer(options: CoverResizerOptions = {}): ResizeCover {
  const { timeLimitMs = 10_000, memoryMb = 768, maxWaiting = 24, childPath } = options;
  const program = childPath ?? fileURLToPath(new URL('./cover-child.js', import.meta.url));
  const limit = limitConcurrency(1);
  let waiting = 0;
  return async (picture) => {
    if (waiting >= maxWaiting) return 'busy';
    waiting++;
    try {
      return await limit(() =>
        runChild<Uint8Array, never, Uint8Array | null>({ program, heapMb: memoryMb, memoryMb }, picture, {
          cpuLimitMs: timeLimitMs,
        }),
      );
    } catch (error) {
      // The picture broke the child, or needed too much.
      if (error instanceof ChildError && error.kind !== 'not-started' && error.kind !== 'killed') return null;
      throw error;
    } finally {
      waiting--;
    }
  };
}
