import type { Kysely } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { Job } from '../job.ts';
import { markAnalyticsStored } from '../queries.ts';
import { type Requester, requireOwnJob } from '../requester.ts';
import type { JobLimits } from './submission.ts';
import { submitJob } from './submit.ts';

export interface RetryOptions {
  readonly requester: Requester;
  readonly storage: Storage;
  /** Runs once the job is known to be retryable, and refuses the retry by throwing. */
  readonly beforeAdmission?: () => Promise<void>;
}

/**
 * Submits the replay and the settings of a failed job again. A failed job never changes, so the retry is a new job, admitted
 * like any other and with its own copy of the replay.
 */
export async function retryJob(
  { db, limits }: { db: Kysely<Schema>; limits: JobLimits },
  job: Job,
  { requester, storage, beforeAdmission }: RetryOptions,
): Promise<Job> {
  requireOwnJob(job, requester);
  if (job.status !== 'failed')
    throw new Failure('job/not-failed', `Only a failed job can be retried. This job is ${job.status}.`);
  if ((await storage.stat(artifactKeys.replay(job.id))) === null) throw new Failure('replay/not-stored');
  await beforeAdmission?.();

  async function storeReplay(id: string, { signal }: { signal: AbortSignal }): Promise<void> {
    const copy = (key: (jobId: string) => string) => storage.copy(key(job.id), key(id), { signal });
    if (!(await copy(artifactKeys.replay))) throw new Failure('replay/not-stored');
    if (job.beatmapSha256 !== null && !(await copy(artifactKeys.beatmap))) throw new Failure('replay/not-stored');
    if (await copy(artifactKeys.analytics)) await markAnalyticsStored(db, id);
  }
  return submitJob({ db, limits, submission: job, storeReplay });
}
