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

/** What identifies a claim on a segment. */
export interface SegmentRef {
  readonly job: { readonly id: string };
  readonly number: number;
  readonly queueEntry: string;
  /** From 1. */
  readonly claim: number;
}

/** One worker's right to a segment. Like a `Claim` on a job, it ends when a newer one exists. */
export interface SegmentClaim extends Segment, SegmentRef, FailureCounts {
  readonly job: Job;
  readonly number: number;
  /** The newest attempt at the job. */
  readonly attempt: number;
  /** The fingerprint of the render; a worker that computes another one cannot render a matching segment. */
  readonly fingerprint: Buffer;
  /** Where this claim, and no other, stores the segment. */
  readonly key: string;
  /** How many segments the job has. */
  readonly segmentCount: number;
}

export interface SegmentProgress {
  readonly frames: number;
  readonly framesPerSecond: number | null;
}
