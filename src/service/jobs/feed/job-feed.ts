import type { Log } from '../../../log.ts';
import { channels, type Database } from '../../database/index.ts';
import type { Job } from '../job.ts';
import type { JobTotals } from '../totals.ts';
import { type FollowPosition, type JobSnapshot, readJobSnapshot } from './job-snapshot.ts';
import type { StatusChange } from './status-changes.ts';

/** Reports changes of jobs, made by any process, to any number of followers. It uses one listening connection. */
export interface JobFeed {
  /** Reports the current state, and then every change. Returns the function that ends it. */
  follow(follower: Follower): () => void;
  stop(): Promise<void>;
}

export interface Follower extends FollowPosition {
  readonly onUpdate: (update: JobUpdate) => void;
}

export interface JobUpdate {
  /** The id of the newest change: all changes up to it have been reported. */
  readonly lastChange: number;
  /** In order, each one once. */
  readonly changes: readonly StatusChange[];
  /** For a follower of one job: the job after those changes. Of all jobs: the running jobs whose progress has changed. */
  readonly jobs: readonly Job[];
  /** For a follower of all jobs that is new or has missed too many changes. */
  readonly totals: JobTotals | null;
  /** The followed job was deleted. */
  readonly isGone: boolean;
}

export interface JobFeedOptions {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly log: Log;
  /** For how long changes are collected before they are reported. */
  readonly minIntervalMs?: number;
}

const retryMs = 1_000;
/** The database gets this much more time for other work than a snapshot takes. */
const pausePerReadTime = 4;

interface ActiveFollower extends Follower {
  isNew: boolean;
  isQueued: boolean;
}

export async function startJobFeed({ database, log, minIntervalMs = 250 }: JobFeedOptions): Promise<JobFeed> {
  const followers = new Set<ActiveFollower>();
  const changedIds = new Set<string>();
  let lastReported = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | null = null;
  let isPending = false;
  let nextReadAt = 0;

  function scheduleRead(): void {
    if (isStopped || followers.size === 0) return;
    if (reading !== null) isPending = true;
    else timer ??= setTimeout(read, Math.max(0, nextReadAt - performance.now()));
  }

  /** Pauses after each read in proportion to its duration, so that the feed cannot overload the database. */
  function read(): void {
    timer = undefined;
    isPending = false;
    const startedAt = performance.now();
    reading = reportChanges()
      .then(
        () => (hasNewFollower() ? 0 : Math.max(minIntervalMs, pausePerReadTime * (performance.now() - startedAt))),
        (err) => {
          log.warn({ err }, 'the changes of jobs could not be read; the feed will retry');
          rereadAll();
          return retryMs;
        },
      )
      .then((pauseMs) => {
        nextReadAt = performance.now() + pauseMs;
        reading = null;
        if (isPending) scheduleRead();
      });
  }

  /** A new follower does not wait for the pause to end. */
  function hasNewFollower(): boolean {
    return [...followers].some(({ isNew }) => isNew);
  }

  /** Without a listening connection, any job may have changed unnoticed. */
  function rereadAll(): void {
    for (const { jobId } of followers) if (jobId !== null) changedIds.add(jobId);
    scheduleRead();
  }

  async function reportChanges(): Promise<void> {
    const present = [...followers];
    const newFollowers = present.filter((follower) => follower.isNew);
    const ids = new Set(present.map(({ jobId }) => jobId));
    const isFollowed = (jobId: string) => ids.has(jobId) || ids.has(null);
    const jobIds = [...changedIds, ...newFollowers.flatMap(({ jobId }) => jobId ?? [])].filter(isFollowed);
    changedIds.clear();
    const snapshot = await readJobSnapshot(database.db, {
      lastReported: newFollowers.length === present.length ? null : lastReported,
      jobIds,
      isFollowed,
      queuedIds: present.flatMap(({ isQueued, jobId }) => (isQueued ? (jobId ?? []) : [])),
      newFollowers,
      totals: newFollowers.some(({ jobId }) => jobId === null),
    });
    lastReported = snapshot.newest;
    for (const follower of present) if (followers.has(follower)) reportTo(follower, snapshot);
  }

  const subscription = await database.listen({
    channel: channels.jobs,
    onNotify(jobId) {
      if (jobId !== '' && followers.size > 0) changedIds.add(jobId);
      scheduleRead();
    },
    onConnect: rereadAll,
  });
  return {
    follow(follower) {
      const active = { ...follower, isNew: true, isQueued: false };
      followers.add(active);
      nextReadAt = 0;
      clearTimeout(timer);
      timer = undefined;
      scheduleRead();
      return () => {
        followers.delete(active);
      };
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await subscription.close();
      await reading;
    },
  };
}

function reportTo(follower: ActiveFollower, snapshot: JobSnapshot): void {
  const { jobId, isNew } = follower;
  const update = jobId === null ? updateOfAll(follower, snapshot) : updateOfJob(follower, jobId, snapshot);
  const job = jobId === null ? null : snapshot.jobs.get(jobId);
  follower.isNew = false;
  if (job) follower.isQueued = job.status === 'queued';
  if (isNew || update.changes.length > 0 || update.jobs.length > 0 || update.isGone) follower.onUpdate(update);
}

function updateOfAll(follower: ActiveFollower, { newest, changes, jobs, missed, totals }: JobSnapshot): JobUpdate {
  const missedChanges = missed.get(follower);
  if (!follower.isNew) {
    return { lastChange: newest, changes, jobs: [...jobs.values()].filter(isRunning), totals: null, isGone: false };
  }
  return {
    lastChange: newest,
    changes: missedChanges ?? [],
    jobs: [],
    totals: missedChanges === undefined ? totals : null,
    isGone: false,
  };
}

function updateOfJob(follower: ActiveFollower, jobId: string, snapshot: JobSnapshot): JobUpdate {
  const { newest, changes, jobs, missed } = snapshot;
  const job = jobs.get(jobId);
  return {
    lastChange: newest,
    changes: follower.isNew ? (missed.get(follower) ?? []) : changes.filter((change) => change.jobId === jobId),
    jobs: job ? [job] : [],
    totals: null,
    isGone: job === null,
  };
}

function isRunning(job: Job | null): job is Job {
  return job?.status === 'downloading' || job?.status === 'rendering';
}
