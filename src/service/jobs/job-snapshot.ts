import type { Kysely } from 'kysely';
import type { JobStatus, Schema } from '../database/index.ts';
import { readTotals } from './admission.ts';
import { changesAfter, keptRange, type StatusChange } from './events.ts';
import type { Job } from './job.ts';
import { findJobs } from './queries.ts';

/** What those who follow jobs want to know at one moment. */
export interface SnapshotQuery {
  /** The change up to which everything has been told; null when nobody has been told anything. */
  readonly told: number | null;
  /** Jobs to be shown whatever has happened. */
  readonly jobIds: readonly string[];
  /** Jobs to be shown when they are among the changes. */
  readonly isFollowed: (jobId: string) => boolean;
  /** Jobs to be shown with any change at all: it may have moved the queue. */
  readonly queuedIds: readonly string[];
  /** Those who were away. */
  readonly returning: readonly Returning[];
  readonly totals: boolean;
}

export interface Returning {
  /** Null: all jobs. */
  readonly jobId: string | null;
  /** The change they were told of last; null: none. */
  readonly after: number | null;
}

export interface JobSnapshot {
  readonly newest: number;
  readonly changes: readonly StatusChange[];
  /** Null for a job that is not there. */
  readonly jobs: ReadonlyMap<string, Job | null>;
  /** What each of those who were away has missed; nothing for one whose time away is too long to say. */
  readonly missed: ReadonlyMap<Returning, readonly StatusChange[]>;
  readonly totals: Readonly<Record<JobStatus, number>> | null;
}

const mostMissed = 500;

/** Answers from one state of the database, so that no job is ahead of the changes that led to it. */
export function lookAtJobs(db: Kysely<Schema>, question: SnapshotQuery): Promise<JobSnapshot> {
  const { told, jobIds, isFollowed, queuedIds, returning } = question;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { oldest, newest } = await keptRange(trx);
      const changes = told === null ? [] : await changesAfter(trx, told);
      const ids = new Set(jobIds);
      for (const { jobId } of changes) if (isFollowed(jobId)) ids.add(jobId);
      if (changes.length > 0) for (const jobId of queuedIds) ids.add(jobId);
      const jobs = new Map<string, Job | null>([...ids].map((id) => [id, null]));
      for (const job of await findJobs(trx, [...ids])) jobs.set(job.id, job);

      const missed = new Map<Returning, readonly StatusChange[]>();
      for (const follower of returning) {
        const { jobId, after } = follower;
        if (after === null || after > newest || (jobId === null && after < oldest - 1)) continue;
        const found = await changesAfter(trx, after, { jobId, limit: mostMissed + 1 });
        if (found.length <= mostMissed) missed.set(follower, found);
      }
      return { newest, changes, jobs, missed, totals: question.totals ? await readTotals(trx) : null };
    });
}
