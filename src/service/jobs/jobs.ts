import { type Database, deleteExpiredLeases } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import { type Attempts, createAttempts } from './attempts/attempts.ts';
import { batchReads } from './batch-reads.ts';
import { cancelJob } from './completion/cancel.ts';
import { type Completion, type CompletionResult, completeJob } from './completion/complete.ts';
import { deleteOldNonces, recordNonce } from './completion/nonces.ts';
import { deleteOldChanges } from './feed/status-changes.ts';
import type { Job } from './job.ts';
import type { JobFilter } from './job-filter.ts';
import {
  findJobs,
  type JobChangesPage,
  type JobKeyPage,
  type JobVersion,
  listActiveJobs,
  listJobChanges,
  listJobKeys,
  listJobs,
  markAnalyticsStored,
  pollJobs,
  pollJobVersions,
} from './queries.ts';
import { drainWorker, type LiveWorker, listWorkers } from './queue/worker-registry.ts';
import type { Requester } from './requester.ts';
import { type Blocks, createBlocks } from './restrictions/blocks.ts';
import { createMaintenanceMode, type MaintenanceMode } from './restrictions/maintenance.ts';
import { createQueuePause, type QueuePause } from './restrictions/pause.ts';
import { refuseRestricted, type Sender } from './restrictions/refuse-restricted.ts';
import { deleteJob } from './retention/delete-job.ts';
import { createRetention, type Retention } from './retention/enforce-retention.ts';
import { removeArtifacts } from './retention/remove-on-request.ts';
import type { JobListPage } from './search-jobs.ts';
import { createSegments, type Segments } from './segments/segments.ts';
import { type JobStatistics, readStatistics } from './statistics.ts';
import { failAbandonedUploads } from './submission/outbox-lease.ts';
import { type RetryOptions, requireRetryable, retryJob } from './submission/retry.ts';
import type { JobLimits, StoreReplay, Submission } from './submission/submission.ts';
import { submitJob } from './submission/submit.ts';
import { countCancelled } from './totals.ts';
import { moveJob, type Place } from './turns/move.ts';

/** The life of every render job. PostgreSQL keeps all state, so any number of processes agree. */
export interface Jobs {
  /**
   * Makes checks 5 to 10 of the specification: compares queue depth, rendering capacity and the client's active jobs with
   * their limits, inserts the job with its event, calls `storeReplay` and releases the event. Throws
   * `service/maintenance`, `blocked/client`, `blocked/player`, `limit/queue-full`, `limit/at-capacity` or
   * `limit/active-jobs` before anything is inserted. When the replay cannot be stored, it fails the job and throws
   * `upload/failed`.
   */
  submit(submission: Submission, storeReplay: StoreReplay): Promise<Job>;
  /** Throws `job/not-yours`, `job/not-failed` or `replay/not-stored` if `retry` would. */
  requireRetryable(job: Job, options: Pick<RetryOptions, 'requester' | 'storage'>): Promise<void>;
  /** Submits a failed job again. Throws `job/not-yours`, `job/not-failed`, `replay/not-stored` or what `submit` throws. */
  retry(job: Job, options: RetryOptions): Promise<Job>;
  get(jobId: string): Promise<(Job & JobVersion) | null>;
  /** The version of the job that `get` would return, which takes a fraction of the time. */
  getVersion(jobId: string): Promise<JobVersion | null>;
  /** The jobs that exist, in no particular order. */
  getAll(jobIds: readonly string[]): Promise<readonly Job[]>;
  /** Newest first, with the exact number of jobs that match the filter. */
  list(page: JobFilter): Promise<JobListPage>;
  /** The keys of the jobs that `list` would return, which takes a fraction of the time; null for a search. */
  listKeys(page: JobFilter): Promise<JobKeyPage | null>;
  /** Like `list`, but without the jobs whose keys the caller knows; not for searches. */
  listChanges(page: JobFilter, known: readonly string[]): Promise<JobChangesPage>;
  /** Call it once `analytics/<id>.json` is stored. */
  markAnalyticsStored(jobId: string): Promise<void>;
  /**
   * Ends a job. The workers of this process call it directly, others through a completion report. When a worker names its
   * attempt, the call is ignored if a newer attempt has started.
   */
  complete(
    jobId: string,
    completion: Completion,
    options?: { attempt?: number | undefined },
  ): Promise<CompletionResult>;
  /** Returns false when any API process has received this nonce in the last ten minutes. */
  recordNonce(nonce: string): Promise<boolean>;
  /**
   * Fails a job with `job/cancelled` and returns it, also when it was cancelled before. Throws `job/not-yours`, or
   * `job/finished` when the job has ended differently.
   */
  cancel(job: Job, requester: Requester): Promise<Job>;
  /**
   * Purges an ended job and returns it, also when it was purged before. Throws `job/not-yours`, or `job/unfinished` while it
   * is active.
   */
  removeArtifacts(job: Job, options: { requester: Requester; storage: Storage }): Promise<Job>;
  /**
   * Deletes an ended job with all its files, replay and uploaded beatmap set included, and returns how many bytes that
   * freed. Throws `job/unfinished`.
   */
  delete(job: Job, storage: Storage): Promise<{ bytes: number }>;
  readonly attempts: Attempts;
  readonly segments: Segments;
  readonly retention: Retention;
  /** Fails jobs whose submitting process died, and deletes expired records. Any process may call it at any time. */
  sweep(): Promise<{ abandoned: number }>;
  statistics(): Promise<JobStatistics>;
  countCancelled(): Promise<number>;
  /** The workers whose heartbeats arrive. */
  listWorkers(): Promise<LiveWorker[]>;
  /** Lets a live worker take no more entries, or take them again. False: there is no such worker. */
  drainWorker(workerId: string, isDraining: boolean): Promise<boolean>;
  /** Lists unfinished jobs: first those in progress, then those that wait, in the order of the queue. */
  listActive(limit: number): Promise<Job[]>;
  /** Moves a waiting job before or after all others. Throws `admin/not-queued`. */
  move(jobId: string, place: Place): Promise<void>;
  /** Throws `service/maintenance`, `blocked/client` or `blocked/player` if a submission of the sender would be refused. */
  refuseRestricted(sender: Sender): Promise<void>;
  readonly maintenance: MaintenanceMode;
  readonly pause: QueuePause;
  readonly blocks: Blocks;
}

export function createJobs({ database, limits }: { database: Database; limits: JobLimits }): Jobs {
  const { db } = database;
  return {
    submit: (submission, storeReplay) => submitJob({ db, limits, submission, storeReplay }),
    requireRetryable,
    retry: (job, options) => retryJob({ db, limits }, job, options),
    get: batchReads((jobIds) => pollJobs(database, jobIds)),
    getVersion: batchReads((jobIds) => pollJobVersions(database, jobIds)),
    getAll: (jobIds) => findJobs(db, jobIds),
    list: (page) => listJobs(database, page),
    listKeys: (page) => listJobKeys(database, page),
    listChanges: (page, known) => listJobChanges(database, page, known),
    markAnalyticsStored: (jobId) => markAnalyticsStored(db, jobId),
    complete: (jobId, completion, { attempt } = {}) => completeJob(db, { jobId, completion, attempt }),
    recordNonce: (nonce) => recordNonce(db, nonce),
    cancel: (job, requester) => cancelJob(db, job, requester),
    removeArtifacts: (job, options) => removeArtifacts(db, job, options),
    delete: (job, storage) => deleteJob(db, storage, job),
    attempts: createAttempts(database),
    segments: createSegments(db),
    retention: createRetention(db),
    async sweep() {
      await deleteOldNonces(db);
      await deleteOldChanges(db);
      await deleteExpiredLeases(db);
      return { abandoned: await failAbandonedUploads(db) };
    },
    statistics: () => readStatistics(db),
    countCancelled: () => countCancelled(db),
    listWorkers: () => listWorkers(db),
    drainWorker: (workerId, isDraining) => drainWorker(db, workerId, isDraining),
    listActive: (limit) => listActiveJobs(db, limit),
    move: (jobId, place) => moveJob(db, jobId, place),
    refuseRestricted: (sender) => refuseRestricted(db, sender),
    maintenance: createMaintenanceMode(db),
    pause: createQueuePause(db),
    blocks: createBlocks(db),
  };
}
