import type { Kysely } from 'kysely';
import { Failure } from '../../failure.ts';
import type { Schema } from '../database/index.ts';
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
    await release(db, job.id);
    return job;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    // When the database is what failed, the sweep ends this job instead.
    await failUpload(db, job.id, reason).catch(() => {});
    throw new Failure('upload/failed', `The replay of job ${job.id} could not be stored: ${reason}`, { cause });
  }
}

async function release(db: Kysely<Schema>, jobId: string): Promise<void> {
  try {
    if (!(await releaseEvent(db, jobId))) throw new Error('The job was given up before its replay was stored.');
  } catch (error) {
    // The event may be released and only the answer lost: then nobody can take it back, and the job goes its way.
    const failed = await failUpload(db, jobId, 'The replay was stored, but the job could not be released.');
    if (failed > 0 || (await findJob(db, jobId))?.status === 'failed') throw error;
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
    await Promise.race([upload(signal), aborted(signal)]);
  } finally {
    clearInterval(renewal);
  }
}

/** Storage that does not heed the signal must not hold the job forever. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
