import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import type { Job } from '../job.ts';
import { findJob } from '../queries.ts';
import type { QueueEntries } from '../queue/entries.ts';
import { segmentTurns } from '../turns/turn.ts';

/** Completed jobs whose videos are made again. Their status does not change: a job completes once. */
export interface Remakes {
  /** The job, if its video is to be made again; null: it is not, or it was purged meanwhile. */
  find(jobId: string): Promise<Job | null>;
  /** Call it once the new video is stored. False: the job was purged meanwhile. */
  finish(jobId: string, fingerprint: Buffer): Promise<boolean>;
  /** The video stays as it is, and no other job copies it. */
  giveUp(jobId: string, reason: string): Promise<void>;
}

type Entries = Pick<QueueEntries, 'add'>;

export function createRemakes(db: Kysely<Schema>): Remakes {
  return {
    find: (jobId) => findRemake(db, jobId),
    finish: (jobId, fingerprint) => db.transaction().execute((trx) => finishRemake(trx, jobId, fingerprint)),
    async giveUp(jobId, reason) {
      await db
        .updateTable('remakes')
        .set({ given_up_at: sql`clock_timestamp()`, given_up_reason: reason })
        .where('job_id', '=', jobId)
        .execute();
    },
  };
}

/**
 * Queues the remakes of completed jobs, and of those that have copied their videos. Returns how many it added. They take turns
 * with the jobs of clients, as the segments of one job with a low priority would.
 */
export async function queueRemakes(
  { trx, entries }: { trx: Kysely<Schema>; entries: Entries },
  { workerId, jobIds }: { workerId: string; jobIds: readonly string[] },
): Promise<number> {
  if (jobIds.length === 0) return 0;
  const { rows: added } = await sql<{ jobId: string; entryId: string }>`
    insert into remakes (job_id, worker_id, queue_entry)
    select id, ${workerId}, gen_random_uuid() from jobs
    where status = 'completed' and purged_at is null and (
      id = any(${[...jobIds]}::uuid[])
      or fingerprint in (select fingerprint from jobs where id = any(${[...jobIds]}::uuid[]))
    )
    on conflict (job_id) do nothing
    returning job_id as "jobId", queue_entry as "entryId"`.execute(trx);
  await addRemakeEntries({ trx, entries }, added);
  return added.length;
}

export async function addRemakeEntries(
  { trx, entries }: { trx: Kysely<Schema>; entries: Entries },
  remakes: readonly { readonly jobId: string; readonly entryId: string }[],
): Promise<void> {
  const { turn: reachedTurn } = await trx.selectFrom('queue_clock').select('turn').executeTakeFirstOrThrow();
  const turns = segmentTurns({ reachedTurn, jobTurn: 0 }, { priority: 'low', segments: remakes.length });
  for (const [i, { jobId, entryId }] of remakes.entries()) {
    await entries.add(trx, { job_id: jobId, remake: true }, { id: entryId, turn: turns[i]! });
  }
}

async function findRemake(db: Kysely<Schema>, jobId: string): Promise<Job | null> {
  const found = await db
    .selectFrom('remakes')
    .innerJoin('jobs', 'jobs.id', 'remakes.job_id')
    .select('jobs.id')
    .where('remakes.job_id', '=', jobId)
    .where('given_up_at', 'is', null)
    .where('status', '=', 'completed')
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  if (found !== undefined) return findJob(db, jobId);
  await deletePurgedRemakes(db);
  return null;
}

/** A purged job has no video. */
export async function deletePurgedRemakes(db: Kysely<Schema>): Promise<void> {
  await sql`
    delete from remakes using jobs where jobs.id = remakes.job_id and jobs.purged_at is not null`.execute(db);
}

/** Deletes the request, also if the job was purged. */
async function finishRemake(db: Kysely<Schema>, jobId: string, fingerprint: Buffer): Promise<boolean> {
  await db.deleteFrom('remakes').where('job_id', '=', jobId).execute();
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    // The next run of retention measures the new files.
    .set({ fingerprint, artifact_bytes: null, has_analytics: true })
    .where('id', '=', jobId)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
