import type { Kysely } from 'kysely';
import { Failure } from '../../../failure.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type Job, requireFinished } from '../job.ts';
import { findJob } from '../queries.ts';
import { type Requester, requireOwnJob } from '../requester.ts';
import { finishPurges, purgeJobs } from './purge.ts';

/**
 * Purges an ended job for the client that submitted it, and returns the job, also when it was purged before. A request that
 * is repeated after an error of the storage deletes what the first one has left.
 */
export async function removeArtifacts(
  db: Kysely<Schema>,
  job: Job,
  { requester, storage }: { requester: Requester; storage: Storage },
): Promise<Job> {
  requireOwnJob(job, requester);
  requireFinished(job);
  await purgeJobs(db, storage, [job.id]);
  await finishPurges(db, storage, { ids: [job.id], limit: 1 });
  const purged = await findJob(db, job.id);
  if (purged === null) throw new Failure('job/not-found');
  return purged;
}
