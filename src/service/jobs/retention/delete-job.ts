import type { Kysely } from 'kysely';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type Job, requireFinished } from '../job.ts';
import { clearSegments } from '../segments/clear-segments.ts';
import { deleteFiles } from './job-files.ts';
import { purgeJobs } from './purge.ts';

/**
 * Deletes an ended job with everything that belongs to it: its files, its segments, its events and the job itself. Returns
 * how many bytes of storage that freed. An interrupted deletion leaves a purged job, which can be deleted again.
 */
export async function deleteJob(db: Kysely<Schema>, storage: Storage, job: Job): Promise<{ bytes: number }> {
  requireFinished(job);
  const { id, options, otherPlayers } = job;
  const purged = await purgeJobs(db, storage, [id]);
  // What a worker stored after an earlier purge.
  const { preview = null } = options.settings;
  const rest = await deleteFiles(storage, { id, preview, replays: 1 + otherPlayers.length });
  await clearSegments(db, storage, id);
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('job_events').where('job_id', '=', id).execute();
    await trx.deleteFrom('jobs').where('id', '=', id).execute();
  });
  return { bytes: purged.bytes + rest };
}
