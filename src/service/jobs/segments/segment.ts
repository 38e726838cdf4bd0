import type { FailureCounts } from '../attempts/attempt.ts';
import type { Job } from '../job.ts';

/** A range of a video's frames that is rendered separately. */
export interface Segment {
  /** From 0, in the order of the video. */
  readonly number: number;
  /** The number of its first frame in the whole video. */
  readonly first: number;
  readonly frames: number;
}

/** A segment as a job that continues after its segments finds it. */
export interface SegmentState extends Segment {
  /** Where it is stored; null: it is not rendered yet. */
  readonly key: string | null;
}

/** One worker's right to a segment. Like a `Claim` on a job, it ends when a newer one exists. */
export interface SegmentClaim extends Segment, FailureCounts {
  readonly job: Job;
  /** The newest attempt at the job. */
  readonly attempt: number;
  /** The fingerprint of the render; a worker that computes another one cannot render a matching segment. */
  readonly fingerprint: Buffer;
  /** Where this claim, and no other, stores the segment. */
  readonly key: string;
  readonly queueEntry: string;
  /** From 1. */
  readonly claim: number;
  /** How many segments the job has. */
  readonly segmentCount: number;
}

export interface SegmentProgress {
  readonly frames: number;
  readonly framesPerSecond: number | null;
}
