import type { Log } from '../../log.ts';
import type { Jobs, Queue } from '../../service/jobs/index.ts';
import type { Storage } from '../../service/storage/index.ts';
import { runPeriodically } from './run-periodically.ts';

const sweepEveryMs = 30_000;
/** A lost worker's job should not look as if it were rendering for longer than a missed heartbeat. */
const showLostEveryMs = 2_000;
/** A job removes its segments when it ends; this sweep removes what a crash left behind. */
const sweepSegmentsEveryMs = 10 * 60_000;

export interface SweepOptions {
  readonly jobs: Pick<Jobs, 'sweep'> & { readonly segments: Pick<Jobs['segments'], 'sweep'> };
  readonly queue: Pick<Queue, 'showLostJobsAsQueued'> & { readonly checks: Pick<Queue['checks'], 'sweep'> };
  readonly storage: Storage;
  readonly log: Log;
}

/** Cleans up after killed processes, now and then periodically. Returns the function that stops it. */
export function startSweep({ jobs, queue, storage, log }: SweepOptions): () => Promise<void> {
  const failAbandonedJobs = async () => {
    const { abandoned } = await jobs.sweep();
    if (abandoned > 0) log.warn({ abandoned }, 'failed jobs whose replays were never stored');
  };
  const showLost = async () => {
    const lost = await queue.showLostJobsAsQueued();
    if (lost > 0) log.warn({ lost }, 'queued the jobs of lost workers again');
  };
  const removeSegments = async () => {
    const segments = await jobs.segments.sweep(storage);
    if (segments > 0) log.info({ segments }, 'removed the segments of jobs that have ended');
  };
  const sweepChecks = async () => {
    const { objects, entries } = await queue.checks.sweep(storage);
    if (objects > 0) log.info({ objects }, 'removed segments that wait for no check');
    if (entries > 0) log.warn({ entries }, 'queued checks and remakes again whose entries were gone');
  };
  const stops = [
    runPeriodically(failAbandonedJobs, { name: 'fail jobs without a replay', everyMs: sweepEveryMs, log }),
    runPeriodically(showLost, { name: 'queue the jobs of lost workers again', everyMs: showLostEveryMs, log }),
    runPeriodically(removeSegments, { name: 'remove segments of ended jobs', everyMs: sweepSegmentsEveryMs, log }),
    runPeriodically(sweepChecks, { name: 'sweep the checks of segments', everyMs: sweepSegmentsEveryMs, log }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
