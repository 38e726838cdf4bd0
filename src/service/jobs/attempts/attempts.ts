import type { Database } from '../../database/index.ts';
import type { Job } from '../job.ts';
import {
  type Claim,
  claimJob,
  describeMap,
  isCurrentClaim,
  type MapDescription,
  type RequeueReason,
  recordArtifacts,
  requeueClaimed,
  startRendering,
} from './attempt.ts';
import { findSameRender } from './find-same-render.ts';
import { batchProgressReports, type ReportProgress } from './report-progress.ts';

/** What workers do with jobs. */
export interface Attempts {
  /**
   * Starts an attempt under an entry of the queue, which ends every earlier attempt. Null when the job is finished or
   * unknown, or claimed under another entry.
   */
  claim(jobId: string, queueEntry?: string): Promise<Claim | null>;
  /** Moves the job from downloading to rendering. This and the reports below return false when the claim is not current. */
  startRendering(claim: Claim): Promise<boolean>;
  readonly reportProgress: ReportProgress;
  describeMap(claim: Claim, map: MapDescription): Promise<boolean>;
  recordArtifacts(claim: Claim, fingerprint: Buffer): Promise<boolean>;
  /** Queues the job again, for another attempt. */
  requeue(claim: Claim, reason: RequeueReason): Promise<boolean>;
  /** Whether the claim is the newest and the job not finished. */
  isCurrent(claim: Claim): Promise<boolean>;
  /** The newest completed job with the same fingerprint that still has its artifacts. */
  findSameRender(fingerprint: Buffer): Promise<Job | null>;
}

export function createAttempts(database: Database): Attempts {
  const { db } = database;
  return {
    claim: (jobId, queueEntry) => claimJob(db, jobId, queueEntry ?? null),
    startRendering: (claim) => startRendering(db, claim),
    reportProgress: batchProgressReports(database),
    describeMap: (claim, map) => describeMap(db, claim, map),
    recordArtifacts: (claim, fingerprint) => recordArtifacts(db, claim, fingerprint),
    requeue: (claim, reason) => requeueClaimed(db, claim, reason),
    isCurrent: (claim) => isCurrentClaim(db, claim),
    findSameRender: (fingerprint) => findSameRender(db, fingerprint),
  };
}
