import type { Kysely } from 'kysely';
import { Failure, messageOf } from '../../../failure.ts';
import { rejectOnAbort } from '../../../reject-on-abort.ts';
import type { Schema } from '../../database/index.ts';
import type { Job } from '../job.ts';
import { findJob } from '../queries.ts';
import { admitJob } from './admission.ts';
import { failUpload, releaseEvent, renewEveryMs, renewLease } from './outbox-lease.ts';
import type { JobLimits, StoreReplay, Submission } from './submission.ts';

/** How long storing a replay of the maximum size may take. */
const maxUploadMs = 10 * 60_000;

/** Admits a job, stores its replay under a lease on the job's event, and releases the event. */
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
  const { job, isStored } = await admitJob(db, limits, submission);
  if (isStored) return job;
  try {
    await whileLeased(db, job.id, (signal) => storeReplay(job.id, { beatmapSetId: job.beatmapSetId, signal }));
    await release(db, job.id);
    return job;
  } catch (cause) {
    const reason = messageOf(cause);
    // When the database itself has failed, the sweep fails this job later.
    await failUpload(db, job.id, reason).catch(() => {});
    // The files of the job that is retried were removed in the meantime.
    if (cause instanceof Failure && cause.code === 'replay/not-stored') throw cause;
    throw new Failure('upload/failed', `The replay of job ${job.id} could not be stored: ${reason}`, { cause });
  }
}

async function release(db: Kysely<Schema>, jobId: string): Promise<void> {
  try {
    if (!(await releaseEvent(db, jobId))) throw new Error('The job was failed before its replay was stored.');
  } catch (error) {
    // The event may have been released and only the confirmation lost: then the job goes on, and the submission succeeded.
    const failed = await failUpload(db, jobId, 'The replay was stored, but the job could not be released.');
    if (failed > 0 || (await findJob(db, jobId))?.status === 'failed') throw error;
  }
}

async function whileLeased(
  db: Kysely<Schema>,
  jobId: string,
  upload: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // If a renewal fails, the next one comes well before the lease expires.
    renewLease(db, jobId).then(
      (isRenewed) => isRenewed || lost.abort(new Error('The job was failed while its replay was being stored.')),
      () => {},
    );
  }, renewEveryMs);
  const signal = AbortSignal.any([lost.signal, AbortSignal.timeout(maxUploadMs)]);
  try {
    // Ends the wait for a storage that ignores the signal.
    await rejectOnAbort(upload(signal), signal);
  } finally {
    clearInterval(renewal);
  }
}
