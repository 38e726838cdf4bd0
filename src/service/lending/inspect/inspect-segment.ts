import { fileURLToPath } from 'node:url';
import { ChildError, runChild } from '../../../children/index.ts';
import { limitConcurrency } from '../../../limit-concurrency.ts';

/** The file that a lent worker has sent, and what it must be. */
export interface InspectTask {
  readonly file: string;
  readonly frames: number;
  readonly fps: number;
}

/** Finds out what makes a file useless as a segment; null: nothing. */
export type InspectSegment = (task: InspectTask) => Promise<string | null>;

export interface InspectorOptions {
  /** The child's program as JavaScript; tests that run from source pass one that they have built. */
  readonly childPath?: string;
}

const memoryMb = 768;
const cpuLimitMs = 60_000;
const maxRunning = 2;

/** Inspects each file in a child process with limited memory and time: it comes from a machine that may be hostile. */
export function createSegmentInspector({ childPath }: InspectorOptions = {}): InspectSegment {
  const program = childPath ?? fileURLToPath(new URL('./inspect-child.js', import.meta.url));
  const limit = limitConcurrency(maxRunning);
  return (task) =>
    limit(async () => {
      try {
        const child = { program, heapMb: memoryMb, memoryMb };
        return await runChild<InspectTask, never, string | null>(child, task, { cpuLimitMs });
      } catch (error) {
        // The file broke the child, or needed too much.
        if (error instanceof ChildError && error.kind !== 'not-started' && error.kind !== 'killed') {
          return 'The file cannot be read.';
        }
        throw error;
      }
    });
}
