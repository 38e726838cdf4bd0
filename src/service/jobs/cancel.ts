import type { Kysely } from 'kysely';
import { Failure, failures } from '../../failure.ts';
import type { Schema } from '../database/index.ts';
import { completeJob } from './completion.ts';
import type { Job } from './job.ts';
import { findJob } from './queries.ts';
import { type Requester, requireOwnJob } from './requester.ts';

const code = 'job/cancelled';

/**
 * Ends a job that has not ended, which frees its client's slot at once. Nothing has to be told to anyone: its worker sees
 * within a second that its claim is gone, and its entry in the queue finds nothing to claim. Asking again is harmless.
 */
export async function cancelJob(db: Kysely<Schema>, job: Job, asker: Requester): Promise<Job> {
  requireOwnJob(job, asker);
  const completion = { success: false, code, error: failures[code].message } as const;
  const result = await completeJob(db, { jobId: job.id, completion });
  const ended = await findJob(db, job.id);
  if (ended === null) throw new Failure('job/not-found');
  if (result === 'ok' || ended.error?.code === code) return ended;
  throw new Failure('job/finished', `The job has ended already: it is ${ended.status}.`);
}
