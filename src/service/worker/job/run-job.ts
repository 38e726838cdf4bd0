import { mkdir, rm } from 'node:fs/promises';
import { artifactKeys } from '../../../contract/index.ts';
import { watchForLostClaim } from '../attempt/claim-watch.ts';
import { type AttemptResult, endFailedAttempt, endJob } from '../attempt/end-attempt.ts';
import type { JobRunner } from '../job-runner.ts';
import { openJobLog } from '../reporting/job-log.ts';
import { createArtifacts } from './create-artifacts.ts';
import type { JobAttempt } from './job-attempt.ts';

/** Runs one attempt at a job, from its claim to its end. */
export async function runJob(
  runner: JobRunner,
  { jobId, queueEntry }: { jobId: string; queueEntry: string },
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { jobs, storage, newFolder, log } = runner;
  const claim = await jobs.attempts.claim(jobId, queueEntry);
  if (claim === null) {
    await cleanUp(runner, jobId);
    return { result: 'lost', retryAfterSeconds: null };
  }
  const { attempt, splitCount } = claim;
  log.info({ jobId, attempt }, 'job claimed');
  const logKey = artifactKeys.log(jobId);
  const jobLog = await openJobLog({ storage, key: logKey, append: attempt > 1 || splitCount > 0 });
  const folder = newFolder();
  const watch = watchForLostClaim(() => jobs.attempts.isCurrent(claim));
  const work: JobAttempt = {
    claim,
    jobLog,
    folder,
    stopping: signal,
    signal: AbortSignal.any([signal, watch.lost]),
    isClaimed: () => jobs.attempts.isCurrent(claim),
    requeue: (reason) => jobs.attempts.requeue(claim, reason),
    writeEnd: (line) => jobLog.close(line),
    async onLost() {
      // Another attempt writes the log now. Only a cancelled job without segments has no other attempt.
      const isLast = splitCount === 0 && (await isCancelled(runner, jobId));
      if (isLast) await jobLog.close('Cancelled.');
    },
  };
  try {
    await mkdir(folder);
    const created = await createArtifacts(runner, work);
    if (created === 'split') return { result: 'split', retryAfterSeconds: null };
    const result = await reportSuccess(runner, work, created.pp);
    if (splitCount > 0) await jobs.segments.clear(jobId, storage);
    return result;
  } catch (error) {
    return await endFailedAttempt(runner, work, { error, logKey });
  } finally {
    watch.stop();
    jobLog.leave();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The log is complete before clients see that the job is. */
async function reportSuccess(runner: JobRunner, work: JobAttempt, pp: number | null): Promise<AttemptResult> {
  const { jobLog } = work;
  const { id } = work.claim.job;
  let isRetried = false;
  await jobLog.close('Completed.');
  const result = await endJob(runner, work, {
    completion: {
      success: true,
      videoKey: artifactKeys.video(id),
      thumbKey: artifactKeys.thumbnail(id),
      logKey: artifactKeys.log(id),
      pp,
    },
    onRetry() {
      isRetried = true;
      jobLog.close('Not completed yet: the service could not be told. Trying again.');
    },
  });
  if (isRetried) await jobLog.close('Completed.');
  return result;
}

/** Removes what an ended job left behind. Its queue entry comes after those of its segments: no worker renders them any more. */
async function cleanUp(runner: JobRunner, jobId: string): Promise<void> {
  const { jobs, storage } = runner;
  if ((await jobs.segments.clear(jobId, storage)) && (await isCancelled(runner, jobId))) {
    const jobLog = await openJobLog({ storage, key: artifactKeys.log(jobId), append: true });
    await jobLog.close('Cancelled.');
  }
  await jobs.retention.deleteLateFiles(storage, jobId);
}

async function isCancelled({ jobs }: JobRunner, jobId: string): Promise<boolean> {
  return (await jobs.get(jobId))?.error?.code === 'job/cancelled';
}
