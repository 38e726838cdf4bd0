import type { Kysely } from 'kysely';
import { Failure, failures } from '../../../failure.ts';
import type { Schema } from '../../database/index.ts';
import type { Job } from '../job.ts';
import { findJob } from '../queries.ts';
import { type Requester, requireOwnJob } from '../requester.ts';
import { completeJob } from './complete.ts';

const code = 'job/cancelled';

/**
 * Fails an unfinished job, which frees its client's slot at once. The worker notices within a second that its claim is no
 * longer current, and the job's entry in the queue finds nothing to claim. Cancelling a job twice is harmless.
 */
export async function cancelJob(db: Kysely<Schema>, job: Job, requester: Requester): Promise<Job> {
  requireOwnJob(job, requester);
  const completion = { success: false, code, error: failures[code].message } as const;
  const result = await completeJob(db, { jobId: job.id, completion });
  const ended = await findJob(db, job.id);
  if (ended === null) throw new Failure('job/not-found');
  if (result === 'ok' || ended.error?.code === code) return ended;
  throw new Failure('job/finished', `The job has already ended: it is ${ended.status}.`);
}
