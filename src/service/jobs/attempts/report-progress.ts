import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement } from '../../database/index.ts';
import type { Progress } from '../progress.ts';
import type { Claim } from './attempt.ts';

/** Returns false when the claim is not current. */
export type ReportProgress = (claim: Claim, progress: Progress) => Promise<boolean>;

interface Report {
  readonly claim: Claim;
  readonly progress: Progress;
}

interface Batch {
  /** The latest report of each claim. */
  readonly reports: Map<string, Report>;
  /** The claims that are current. */
  readonly current: Promise<ReadonlySet<string>>;
}

/** A report that comes sooner after the previous statement waits until then. */
const intervalMs = 100;

/**
 * Reports the progress of all renders of this process with few statements: one for twenty-five reports takes a sixth of the
 * time of twenty-five statements. Each render reports about once a second.
 */
export function batchProgressReports(database: Pick<Database, 'query'>): ReportProgress {
  let open: Batch | null = null;
  let nextAt = 0;

  function openBatch(): Batch {
    const reports = new Map<string, Report>();
    async function write(): Promise<ReadonlySet<string>> {
      await sleep(Math.max(0, nextAt - performance.now()));
      open = null;
      nextAt = performance.now() + intervalMs;
      return writeReports(database, [...reports.values()]);
    }
    open = { reports, current: write() };
    return open;
  }

  return async (claim, progress) => {
    const { reports, current } = open ?? openBatch();
    const name = nameOf(claim.job.id, claim.attempt);
    reports.set(name, { claim, progress });
    return (await current).has(name);
  };
}

const isClaimed = `attempts = attempt and not shared_out and status in ('downloading', 'rendering')`;

/**
 * Changes only columns that are in no index and no total. It does not wait for the disk: commits that notify wait for each
 * other, and a crash of the database loses less than a second of progress. A job that another transaction is changing keeps
 * its old progress, so that it delays no other job.
 */
const reportAll: Statement = {
  name: 'report-progress',
  text: `
    with reported as (
      select * from unnest($1::uuid[], $2::int[], $3::text[], $4::float8[], $5::real[], $6::real[])
        as report(id, attempt, new_stage, percent, new_frames_per_second, new_seconds_left)
    ), claimed as (
      select id, attempt from jobs join reported using (id) where ${isClaimed}
    ), unlocked as (
      select id from jobs where id in (select id from claimed) for no key update skip locked
    ), updated as (
      update jobs
      set stage = new_stage, progress = percent, frames_per_second = new_frames_per_second,
        seconds_left = new_seconds_left, updated_at = clock_timestamp()
      from reported join unlocked using (id)
      where jobs.id = reported.id and ${isClaimed} and set_config('synchronous_commit', 'off', true) = 'off'
    )
    select id, attempt from claimed`,
};

/** Returns the claims that are current. */
async function writeReports(database: Pick<Database, 'query'>, reports: readonly Report[]): Promise<Set<string>> {
  const rows = await database.query<{ id: string; attempt: number }>(reportAll, [
    reports.map(({ claim }) => claim.job.id),
    reports.map(({ claim }) => claim.attempt),
    reports.map(({ progress }) => progress.stage),
    reports.map(({ progress }) => progress.percent),
    reports.map(({ progress }) => progress.framesPerSecond),
    reports.map(({ progress }) => progress.secondsLeft),
  ]);
  return new Set(rows.map(({ id, attempt }) => nameOf(id, attempt)));
}

function nameOf(jobId: string, attempt: number): string {
  return `${jobId} ${attempt}`;
}
