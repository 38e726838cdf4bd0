import { fileURLToPath } from 'node:url';
import { ChildError, startChild } from '../../../children/index.ts';
import type { SegmentFrames } from '../frame-schedule.ts';
import type { RenderOptions } from '../request.ts';
import type { RenderSources } from '../sources/open-sources.ts';
import type { RenderedSegment } from './render-segment.ts';

/** A child process that renders segments of a video. It loads the play at once. */
export interface SegmentProcess {
  /** Null when the process is gone, so that another one must render the segment. Throws what made the segment fail. */
  render(assignment: SegmentAssignment, onFrames: (done: number) => void): Promise<RenderedSegment | null>;
  /** Ends the process at once. Calling it twice is harmless. */
  stop(): Promise<void>;
}

/** What is the same for all segments of a video. */
export interface SegmentProcessInput {
  readonly sources: RenderSources;
  readonly assets: string;
  readonly options: RenderOptions;
}

/** A segment to render into a file. */
export interface SegmentAssignment {
  readonly segment: SegmentFrames;
  readonly file: string;
  /** The number of encoder threads. */
  readonly threads: number;
}

/** Without an assignment, the process only loads the play. */
export interface SegmentTask extends SegmentProcessInput {
  readonly assignment: SegmentAssignment | null;
}

export type SegmentEvent =
  /** The number of finished frames of the segment. */
  { readonly kind: 'frames'; readonly done: number } | { readonly kind: 'note'; readonly text: string };

export interface SegmentProcessOptions {
  readonly onNote: (note: string) => void;
  /** The child's program as JavaScript; tests that run from source pass one that they have built. */
  readonly childPath?: string | undefined;
}

/** Starts a process, which loads the play and then renders segments of it. */
export function startSegmentProcess(input: SegmentProcessInput, options: SegmentProcessOptions): SegmentProcess {
  const { onNote, childPath = fileURLToPath(new URL('./segment-child.js', import.meta.url)) } = options;
  const child = startChild<SegmentTask, SegmentEvent, RenderedSegment | null>({
    program: childPath,
    // The parent runs with the settings of a render, which hold no secrets in a worker.
    env: 'inherit',
    // In a worker, the parent is confined, and so is everything that it starts.
    isConfined: false,
    nodeArgs: process.execArgv.filter((argument) =>
      /^--(max-(old|semi)-space-size|wasm-tiering-budget)=/.test(argument),
    ),
  });

  function perform(assignment: SegmentAssignment | null, onFrames: (done: number) => void) {
    const onEvent = (event: SegmentEvent) => (event.kind === 'frames' ? onFrames(event.done) : onNote(event.text));
    return child.perform({ ...input, assignment }, { onEvent });
  }

  // What fails here fails again with the first segment.
  const loaded = perform(null, () => {}).catch(() => {});

  return {
    async render(assignment, onFrames) {
      await loaded;
      try {
        return await perform(assignment, onFrames);
      } catch (error) {
        if (!(error instanceof ChildError)) throw error;
        if (error.kind === 'reported') throw new Error(`A segment process failed: ${error.message}`);
        return null;
      }
    },
    stop: child.stop,
  };
}
