import type { LentSegment } from '../../../contract/index.ts';
import type { SegmentProgress } from '../../jobs/index.ts';

/** A segment that the worker renders. */
export interface ClaimedSegment {
  readonly lent: LentSegment;
  readonly startedAt: number;
  progress: SegmentProgress;
  /** Aborted when the segment is not lent to this worker any more. */
  readonly lost: AbortController;
}

/** The segments that are lent to this worker, by their entries in the queue. */
export type ClaimedSegments = Map<string, ClaimedSegment>;
