import type { Kysely } from 'kysely';
import { artifactKeys } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { Schema } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Job } from './job.ts';
import type { JobLimits } from './jobs.ts';
import { markAnalyticsStored } from './queries.ts';
import { type Requester, requireOwnJob } from './requester.ts';
import { submitJob } from './submit.ts';

export interface Retry {
  readonly asker: Requester;
  readonly storage: Storage;
  /** Called once the job is known to be one that may be tried again; what it throws ends the matter. */
  readonly beforeAdmission?: () => Promise<void>;
}

/**
 * The same replay with the same settings once more. A failed job never changes, so this is a new job, admitted like any
 * other, with a replay of its own.
 */
export async function retryJob(
  { db, limits }: { db: Kysely<Schema>; limits: JobLimits },
  job: Job,
  { asker, storage, beforeAdmission }: Retry,
): Promise<Job> {
  requireOwnJob(job, asker);
  if (job.status !== 'failed')
    throw new Failure('job/not-failed', `Only a failed job can be tried again: it is ${job.status}.`);
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
