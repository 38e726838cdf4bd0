import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { Failure } from '../failure.ts';
import { admitJob } from './admission.ts';
import { failUpload, releaseEvent, renewEveryMs, renewHold } from './hold.ts';
import type { Job } from './job.ts';
import type { JobLimits, StoreReplay, Submission } from './jobs.ts';
import { findJob } from './queries.ts';

/** The longest a replay of the largest size may take into storage. */
const maxUploadMs = 10 * 60_000;

/** Admits a job, has its replay stored while holding its event back, and lets the event go. */
export async function submitJob({
  db,
  limits,
  submission,
  storeReplay,
}: {
  db: Kysely<Schema>;
  limits: JobLimits;
  submission: Submission;
  storeReplay: StoreReplay;
}): Promise<Job> {
  const job = await admitJob(db, limits, submission);
  try {
    await whileHolding(db, job.id, (signal) => storeReplay(job.id, { signal }));
    if (!(await releaseEvent(db, job.id))) throw new Error('The job was given up before its replay was stored.');
    return job;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (await wasReleasedAllTheSame(db, job.id, reason)) return job;
    throw new Failure('upload/failed', `The replay of job ${job.id} could not be stored: ${reason}`, { cause });
  }
}

/** Fails the job, unless its event was released and only the database's answer to that was lost. */
async function wasReleasedAllTheSame(db: Kysely<Schema>, jobId: string, reason: string): Promise<boolean> {
  try {
    const failed = await failUpload(db, jobId, reason);
    return failed === 0 && (await findJob(db, jobId))?.error?.code !== 'upload/failed';
  } catch {
    // The database is what failed; the sweep will end this job.
    return false;
  }
}

async function whileHolding(
  db: Kysely<Schema>,
  jobId: string,
  upload: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // A renewal that fails is tried again by the next one, well before the lease runs out.
    renewHold(db, jobId).then(
      (held) => held || lost.abort(new Error('The job was given up while its replay was being stored.')),
      () => {},
    );
  }, renewEveryMs);
  const signal = AbortSignal.any([lost.signal, AbortSignal.timeout(maxUploadMs)]);
  try {
    await upload(signal);
    signal.throwIfAborted();
  } finally {
    clearInterval(renewal);
  }
}
