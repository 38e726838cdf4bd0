import type { Limits } from '../../config.ts';
import { type Database, deleteExpiredLeases, type RenderOptions } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import {
  artifactsStored,
  type Claim,
  claimJob,
  describeMap,
  type HandBackReason,
  handBack,
  isHeld,
  type MapDescription,
  reportProgress,
  startRendering,
} from './attempt.ts';
import { cancelJob } from './cancel.ts';
import { clearSegments, sweepSegments } from './clear-segments.ts';
import { type Completion, type CompletionResult, completeJob } from './completion.ts';
import { forgetOldEvents } from './events.ts';
import { type Gauges, readGauges } from './gauges.ts';
import { sweepAbandonedUploads } from './hold.ts';
import type { Job, ReplaySummary } from './job.ts';
import { forgetOldNonces, rememberNonce } from './nonces.ts';
import type { Progress } from './progress.ts';
import { type JobFilter, type JobPage, listJobs, markAnalyticsStored, pollJob } from './queries.ts';
import type { Requester } from './requester.ts';
import { type Retry, retryJob } from './retry.ts';
import { findSameRender } from './reuse.ts';
import { createSegments, type Segments } from './segments.ts';
import { submitJob } from './submit.ts';

/** The life of every render job, exact over any number of processes: PostgreSQL keeps all of it. */
export interface Jobs {
  /**
   * Steps 5 to 10 of a submission: queue depth, rendering capacity, the client's active jobs, then the job with its
   * event, then `storeReplay`, then the event is released. Throws `limit/queue-full`, `limit/at-capacity` or
   * `limit/active-jobs` before anything exists; when the replay cannot be stored, the job is failed and
   * `upload/failed` is thrown. `storeReplay` is told to stop by its signal when it takes too long.
   */
  submit(submission: Submission, storeReplay: StoreReplay): Promise<Job>;
  get(jobId: string): Promise<Job | null>;
  /** Newest first, with the exact number of jobs the filter matches. */
  list(page: JobFilter): Promise<JobPage>;
  /** To be called once `analytics/<id>.json` is stored. */
  analyticsStored(jobId: string): Promise<void>;
  /**
   * What the completion callback does, for remote and local workers alike. A worker that names its attempt is refused
   * when a newer one has begun.
   */
  complete(
    jobId: string,
    completion: Completion,
    options?: { attempt?: number | undefined },
  ): Promise<CompletionResult>;
  /**
   * Ends a job as failed with `job/cancelled`, and answers it as it is then, also when it was cancelled before. Throws
   * `job/not-yours`, or `job/finished` when it has ended in another way.
   */
  cancel(job: Job, asker: Requester): Promise<Job>;
  /** A new job of a failed one's replay. Throws `job/not-yours`, `job/not-failed`, `replay/not-stored` or as `submit`. */
  retry(job: Job, retry: Retry): Promise<Job>;
  /**
   * Begins an attempt under an entry of the queue, which takes the job from any attempt before it. Null when the job is
   * finished or unknown, or worked on under another entry.
   */
  claim(jobId: string, queueEntry?: string): Promise<Claim | null>;
  /** From downloading to rendering. This and the reports below are false when the claim is no longer the newest. */
  startRendering(claim: Claim): Promise<boolean>;
  reportProgress(claim: Claim, progress: Progress): Promise<boolean>;
  describeMap(claim: Claim, map: MapDescription): Promise<boolean>;
  /** What was rendered, and how much it is; null: its size is not known. */
  artifactsStored(claim: Claim, stored: { fingerprint: Buffer; bytes: number | null }): Promise<boolean>;
  /** The newest completed job that was rendered from the same and still has its artifacts. */
  findSameRender(fingerprint: Buffer): Promise<Job | null>;
  /** Back to queued, for another attempt. */
  handBack(claim: Claim, why: HandBackReason): Promise<boolean>;
  /** Whether the claim is the newest and the job not finished. */
  isHeld(claim: Claim): Promise<boolean>;
  readonly segments: Segments;
  /** Removes the parts of a job that has ended; false when it had none. */
  clearSegments(jobId: string, storage: Storage): Promise<boolean>;
  /** The same for all that is left of any; says how many objects. Any process may call it at any time. */
  sweepSegments(storage: Storage): Promise<number>;
  /** True when no API process has seen this nonce in the last ten minutes. */
  rememberNonce(nonce: string): Promise<boolean>;
  /** Fails jobs whose submitting process died, and forgets what is old. Any process may call it at any time. */
  sweep(): Promise<{ abandoned: number }>;
  /** A few numbers for /metrics, read cheaply. */
  gauges(): Promise<Gauges>;
}

export interface Submission {
  readonly client: string;
  readonly options: RenderOptions;
  readonly replay: ReplaySummary;
  /** Of the set that comes with the replay. */
  readonly beatmapSha256?: Buffer | null;
}

export type StoreReplay = (jobId: string, options: { signal: AbortSignal }) => Promise<void>;

export function createJobs({ database, limits }: { database: Database; limits: JobLimits }): Jobs {
  const { db } = database;
  return {
    submit: (submission, storeReplay) => submitJob({ db, limits, submission, storeReplay }),
    get: (jobId) => pollJob(database, jobId),
    list: (page) => listJobs(db, page),
    analyticsStored: (jobId) => markAnalyticsStored(db, jobId),
    complete: (jobId, completion, { attempt } = {}) => completeJob(db, { jobId, completion, attempt }),
    cancel: (job, asker) => cancelJob(db, job, asker),
    retry: (job, retry) => retryJob({ db, limits }, job, retry),
    claim: (jobId, queueEntry) => claimJob(db, jobId, queueEntry ?? null),
    startRendering: (claim) => startRendering(db, claim),
    reportProgress: (claim, progress) => reportProgress(db, claim, progress),
    describeMap: (claim, map) => describeMap(db, claim, map),
    artifactsStored: (claim, stored) => artifactsStored(db, claim, stored),
    findSameRender: (fingerprint) => findSameRender(db, fingerprint),
    handBack: (claim, why) => handBack(db, claim, why),
    isHeld: (claim) => isHeld(db, claim),
    segments: createSegments(db),
    clearSegments: (jobId, storage) => clearSegments(db, storage, jobId),
    sweepSegments: (storage) => sweepSegments(db, storage),
    rememberNonce: (nonce) => rememberNonce(db, nonce),
    async sweep() {
      await forgetOldNonces(db);
      await forgetOldEvents(db);
      await deleteExpiredLeases(db);
      return { abandoned: await sweepAbandonedUploads(db) };
    },
    gauges: () => readGauges(db),
  };
}

export type JobLimits = Pick<Limits, 'maxQueued' | 'maxRendering'>;
