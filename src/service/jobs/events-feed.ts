import type { Log } from '../../log.ts';
import { channels, type Database } from '../database/index.ts';
import type { StatusChange } from './events.ts';
import type { Job } from './job.ts';
import { type JobSnapshot, lookAtJobs, type Returning } from './job-snapshot.ts';

/** What happens to jobs, in whichever process: for any number of followers, one connection that listens. */
export interface JobFeed {
  /** Tells what is, and again whenever something has changed. Answers the function that ends it. */
  follow(follower: Follower): () => void;
  stop(): Promise<void>;
}

export interface Follower extends Returning {
  readonly tell: (news: JobNews) => void;
}

export interface JobNews {
  /** The change up to which everything has now been told. */
  readonly upTo: number;
  /** In their order, each once. */
  readonly changes: readonly StatusChange[];
  /** Of one job: how it is after those changes. Of all: those that a worker has and that are further than before. */
  readonly jobs: readonly Job[];
  /** Of all jobs, for one who is new or was away for too long. */
  readonly totals: JobSnapshot['totals'];
  /** The one job has been removed. */
  readonly isGone: boolean;
}

export interface JobFeedOptions {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly log: Log;
  /** For how long changes add up before they are told. */
  readonly gapMs?: number;
}

const retryMs = 1_000;

interface Following extends Follower {
  isNew: boolean;
  isQueued: boolean;
}

export async function startJobFeed({ database, log, gapMs = 250 }: JobFeedOptions): Promise<JobFeed> {
  const followers = new Set<Following>();
  const changed = new Set<string>();
  let told = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let again = false;
  let restUntil = 0;

  function wake(): void {
    if (stopped || followers.size === 0) return;
    if (looking !== null) again = true;
    else timer ??= setTimeout(look, Math.max(0, restUntil - performance.now()));
  }

  /** Rests in between, the longer the longer it took: however much happens, the database has other things to do. */
  function look(): void {
    timer = undefined;
    again = false;
    const began = performance.now();
    looking = tellNews()
      .then(
        () => (hasNewcomer() ? 0 : Math.max(gapMs, 4 * (performance.now() - began))),
        (err) => {
          log.warn({ err }, 'what happens to jobs could not be read; it is tried again');
          suspectAll();
          return retryMs;
        },
      )
      .then((restMs) => {
        restUntil = performance.now() + restMs;
        looking = null;
        if (again) wake();
      });
  }

  /** One who has just come does not wait for the others' rest to end. */
  function hasNewcomer(): boolean {
    return [...followers].some(({ isNew }) => isNew);
  }

  /** While nobody listened, anything may have changed. */
  function suspectAll(): void {
    for (const { jobId } of followers) if (jobId !== null) changed.add(jobId);
    wake();
  }

  async function tellNews(): Promise<void> {
    const present = [...followers];
    const isNew = present.filter((follower) => follower.isNew);
    const ids = new Set(present.map(({ jobId }) => jobId));
    const isFollowed = (jobId: string) => ids.has(jobId) || ids.has(null);
    const jobIds = [...changed, ...isNew.flatMap(({ jobId }) => jobId ?? [])].filter(isFollowed);
    changed.clear();
    const sight = await lookAtJobs(database.db, {
      told: isNew.length === present.length ? null : told,
      jobIds,
      isFollowed,
      queuedIds: present.flatMap(({ isQueued, jobId }) => (isQueued ? (jobId ?? []) : [])),
      returning: isNew,
      totals: isNew.some(({ jobId }) => jobId === null),
    });
    told = sight.newest;
    for (const follower of present) if (followers.has(follower)) tell(follower, sight);
  }

  const subscription = await database.listen({
    channel: channels.jobs,
    onNotify(jobId) {
      if (jobId !== '' && followers.size > 0) changed.add(jobId);
      wake();
    },
    onConnect: suspectAll,
  });
  return {
    follow(follower) {
      const following = { ...follower, isNew: true, isQueued: false };
      followers.add(following);
      restUntil = 0;
      clearTimeout(timer);
      timer = undefined;
      wake();
      return () => {
        followers.delete(following);
      };
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await subscription.close();
      await looking;
    },
  };
}

function tell(follower: Following, sight: JobSnapshot): void {
  const { jobId, isNew } = follower;
  const missed = sight.missed.get(follower);
  const job = jobId === null ? undefined : sight.jobs.get(jobId);
  const news: JobNews = {
    upTo: sight.newest,
    changes: isNew ? (missed ?? []) : sight.changes.filter((change) => jobId === null || change.jobId === jobId),
    jobs: jobId === null ? (isNew ? [] : [...sight.jobs.values()].filter(isUnderWay)) : job ? [job] : [],
    totals: jobId === null && isNew && missed === undefined ? sight.totals : null,
    isGone: job === null,
  };
  follower.isNew = false;
  if (job) follower.isQueued = job.status === 'queued';
  if (isNew || news.changes.length > 0 || news.jobs.length > 0 || news.isGone) follower.tell(news);
}

function isUnderWay(job: Job | null): job is Job {
  return job?.status === 'downloading' || job?.status === 'rendering';
}
