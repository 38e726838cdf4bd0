import { canJoinSegments } from '../../video/index.ts';
import type { RenderRequest } from '../request.ts';
import { chooseProcesses, maxProcesses } from './choose-processes.ts';
import { type SegmentProcess, startSegmentProcess } from './segment-process.ts';

/** The processes that render segments of a video beside this one. */
export interface OtherProcesses {
  /** Returns this many processes: starts those that are missing, and stops those beyond. */
  take(count: number): readonly SegmentProcess[];
  /** Ends all of them at once. Calling it twice is harmless. */
  stop(): Promise<void>;
}

export function createOtherProcesses(
  { assets, options, pool }: RenderRequest,
  onNote: (note: string) => void,
): OtherProcesses {
  const started: SegmentProcess[] = [];
  return {
    take(count) {
      if (pool) {
        const input = { sources: pool.sources, assets, options };
        while (started.length < count) started.push(startSegmentProcess(input, { onNote, childPath: pool.childPath }));
      }
      for (const superfluous of started.slice(count)) void superfluous.stop();
      return started.slice(0, count);
    },
    async stop() {
      await Promise.all(started.map((child) => child.stop()));
    },
  };
}

/** Returns how many processes render a video of so many frames: no more than the request allows and than its length justifies. */
export function processesFor({ pool, options, encodedSegments }: RenderRequest, frames: number): number {
  // Other encoders choose their threads, and their segments cannot be joined.
  if (!pool || pool.segmentSeconds === 0 || encodedSegments !== undefined || !canJoinSegments(options)) return 1;
  return chooseProcesses(maxProcesses(pool.machine, { ...options, requested: pool.processes }), frames);
}

/** A video of unknown length is estimated to be this long. */
const typicalSeconds = 60;

/** Returns how many processes a video probably justifies: those that start now load the play while this process does. */
export function estimateProcesses(request: RenderRequest): number {
  return processesFor(request, estimateFrames(request));
}

function estimateFrames({ segment, options: { start, end, fps, speed } }: RenderRequest): number {
  if (segment !== undefined) return segment.frames;
  const seconds = start === undefined || end === undefined ? typicalSeconds : (end - start) / 1000 / speed;
  return Math.min(seconds, typicalSeconds) * fps;
}
