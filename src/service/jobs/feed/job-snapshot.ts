import type { Kysely } from 'kysely';
import type { Schema } from '../../database/index.ts';
import type { Job } from '../job.ts';
import { findJobs } from '../queries.ts';
import { type JobTotals, readTotals } from '../totals.ts';
import { readChangesAfter, readKeptRange, type StatusChange } from './status-changes.ts';

/** What the followers of jobs need from one snapshot of the database. */
export interface SnapshotQuery {
  /** The id of the last change that was reported to the existing followers; null when all followers are new. */
  readonly lastReported: number | null;
  /** Jobs to read in any case. */
  readonly jobIds: readonly string[];
  /** Which jobs to read if they have changed. */
  readonly isFollowed: (jobId: string) => boolean;
  /** Jobs to read after any change at all: it may have changed their queue position. */
  readonly queuedIds: readonly string[];
  readonly newFollowers: readonly FollowPosition[];
  readonly totals: boolean;
}

/** Where a new follower starts. */
export interface FollowPosition {
  /** Null: all jobs. */
  readonly jobId: string | null;
  /** The id of the last change it received on an earlier connection; null: none. */
  readonly after: number | null;
}

export interface JobSnapshot {
  /** The id of the newest change. */
  readonly newest: number;
  readonly changes: readonly StatusChange[];
  /** Null for a job that does not exist. */
  readonly jobs: ReadonlyMap<string, Job | null>;
  /** What each new follower has missed; no entry for one that has no position, or has missed too much. */
  readonly missed: ReadonlyMap<FollowPosition, readonly StatusChange[]>;
  readonly totals: JobTotals | null;
}

const maxMissedChanges = 500;

/** Reads everything in one transaction, so that no job is newer than the changes that are reported with it. */
export function readJobSnapshot(db: Kysely<Schema>, query: SnapshotQuery): Promise<JobSnapshot> {
  const { lastReported, jobIds, isFollowed, queuedIds, newFollowers } = query;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { oldest, newest } = await readKeptRange(trx);
      const changes = lastReported === null ? [] : await readChangesAfter(trx, lastReported);
      const ids = new Set(jobIds);
      for (const { jobId } of changes) if (isFollowed(jobId)) ids.add(jobId);
      if (changes.length > 0) for (const jobId of queuedIds) ids.add(jobId);
      const jobs = new Map<string, Job | null>([...ids].map((id) => [id, null]));
      for (const job of await findJobs(trx, [...ids])) jobs.set(job.id, job);

      const missed = new Map<FollowPosition, readonly StatusChange[]>();
      for (const follower of newFollowers) {
        const { jobId, after } = follower;
        if (after === null || after > newest || (jobId === null && after < oldest - 1)) continue;
        const found = await readChangesAfter(trx, after, { jobId, limit: maxMissedChanges + 1 });
        if (found.length <= maxMissedChanges) missed.set(follower, found);
      }
      return { newest, changes, jobs, missed, totals: query.totals ? await readTotals(trx) : null };
    });
}
