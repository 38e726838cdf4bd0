import { fileURLToPath } from 'node:url';
import { ChildError, runChild } from '../../../children/index.ts';
import type { CompareOptions, SegmentComparison } from '../../../rendering/video/index.ts';
import { RenderInterrupted } from '../process/render-process.ts';

/** Compares two files. Throws `ComparisonBroken` if the process that does so breaks, which a hostile file may cause. */
export type Compare = (files: CompareOptions, signal: AbortSignal) => Promise<SegmentComparison>;

/** The process that compares two segments ended without a result. */
export class ComparisonBroken extends Error {
  override readonly name = 'ComparisonBroken';
}

/** Two decoders of 8192×4608 with two threads each. */
const memoryMb = 2_048;
/** A minute of 4K at 120 frames per second takes a fifth of it. */
const cpuLimitMs = 30 * 60_000;

/** Compares segments in a child process with limited memory and time. */
export function createComparer({ childPath }: { childPath?: string } = {}): Compare {
  const program = childPath ?? fileURLToPath(new URL('./compare-child.js', import.meta.url));
  return async (files, signal) => {
    try {
      return await runChild<CompareOptions, never, SegmentComparison>({ program, memoryMb }, files, {
        signal,
        cpuLimitMs,
      });
    } catch (error) {
      if (!(error instanceof ChildError)) throw error;
      if (error.kind === 'killed') throw new RenderInterrupted('The comparison was interrupted.', { cause: error });
      // What the program reports itself is a fault of our own, such as a reference that cannot be read.
      if (error.kind === 'reported' || error.kind === 'not-started') throw error;
      throw new ComparisonBroken(`The comparison failed: ${error.message}`, { cause: error });
    }
  };
}
