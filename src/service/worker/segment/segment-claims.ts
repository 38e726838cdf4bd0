import type { Job, RequeueReason, SegmentClaim, SegmentLog, SegmentProgress } from '../../jobs/index.ts';

/** What a worker knows about the job that it renders. A lent worker knows nothing else. */
export interface RenderedJob extends Pick<Job, 'id' | 'options' | 'beatmapSetId' | 'otherPlayers'> {
  readonly replay: Pick<Job['replay'], 'beatmapMd5'>;
}

/** A segment that this worker has claimed. */
export interface SegmentWork extends Omit<SegmentClaim, 'job'> {
  readonly job: RenderedJob;
}

/** What a worker does with segments: in the database, or, if it is lent, through the service. */
export interface SegmentClaims {
  /** Null when the segment is rendered already, or the job has ended or was split differently since. */
  claim(segment: { jobId: string; number: number; queueEntry: string }): Promise<SegmentWork | null>;
  /** This and the three below return false when the claim is no longer the newest, or the job does not wait for it. */
  report(claim: SegmentWork, progress: SegmentProgress): Promise<boolean>;
  finish(claim: SegmentWork): Promise<boolean>;
  requeue(claim: SegmentWork, reason: RequeueReason): Promise<boolean>;
  isCurrent(claim: SegmentWork): Promise<boolean>;
  /** This worker would render the segments of the job differently. */
  discard(claim: SegmentWork): Promise<void>;
}

export type OpenSegmentLog = (claim: SegmentWork) => SegmentLog;
