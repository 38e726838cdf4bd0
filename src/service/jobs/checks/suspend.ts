import { type Kysely, sql } from 'kysely';
import { isFinished } from '../../../contract/index.ts';
import type { Schema } from '../../database/index.ts';
import type { QueueEntries } from '../queue/entries.ts';
import { queueRemakes } from './remakes.ts';

/** What a suspension has changed. */
export interface Suspension {
  readonly workerName: string;
  /** The unfinished jobs whose segments are rendered again, and the completed ones whose videos are made again. */
  readonly unfinishedJobs: number;
  readonly remakes: number;
}

/**
 * Suspends a worker in the caller's transaction, and makes all jobs again that contain a segment of it which was not found to
 * be right. The caller has locked the worker's row, so no segment of it arrives meanwhile. Null: it was suspended before.
 *
 * A job that waits for other segments, or has not been continued yet, only loses those of the worker: the one that continues it
 * finds them missing. A job that is being joined gets another attempt. Both locks and changes are on the job's row, which every
 * other change of the job waits for, so a job either completes before and is made again, or does not complete with them.
 */
export async function suspendWorker(
  { trx, entries }: { trx: Kysely<Schema>; entries: Pick<QueueEntries, 'add'> },
  { workerId, reason }: { workerId: string; reason: string },
): Promise<Suspension | null> {
  const worker = await trx
    .updateTable('lent_workers')
    .set({ suspended_at: sql`clock_timestamp()`, suspended_reason: reason })
    .where('id', '=', workerId)
    .where('suspended_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (worker === undefined) return null;
  const affected = await lockAffectedJobs(trx, workerId);
  await discardDeliveries(trx, workerId);
  const unfinished = affected.filter(({ status }) => !isFinished(status));
  await resetSegments(
    trx,
    workerId,
    unfinished.map(({ id }) => id),
  );
  const completed = affected.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const remakes = await queueRemakes({ trx, entries }, { workerId, jobIds: completed });
  return { workerName: worker.name, unfinishedJobs: unfinished.length, remakes };
}

/** Jobs whose segments are verified are not affected. They are locked in one order, so that two suspensions cannot block each other. */
async function lockAffectedJobs(trx: Kysely<Schema>, workerId: string) {
  return trx
    .selectFrom('jobs')
    .select(['id', 'status'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('lent_segments')
        .select('job_id')
        .where('worker_id', '=', workerId)
        .where('is_discarded', '=', false)
        .where(isUnverified),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

const isUnverified = sql<boolean>`coalesce(check_result, '') not in ('equal', 'within-bound')`;

async function discardDeliveries(trx: Kysely<Schema>, workerId: string): Promise<void> {
  await trx
    .updateTable('lent_segments')
    .set({ is_discarded: true })
    .where('worker_id', '=', workerId)
    .where('is_discarded', '=', false)
    .where(isUnverified)
    .execute();
  // The jobs are made again whatever these checks would find.
  await trx
    .updateTable('lent_segments')
    .set({ check_result: 'dropped', check_reason: 'Its worker was suspended.', checked_at: sql`clock_timestamp()` })
    .where('worker_id', '=', workerId)
    .where('check_result', '=', 'waiting')
    .execute();
}

/** Marks the worker's segments as not rendered. A job that is being joined with them gets a new attempt, which fences the join. */
async function resetSegments(trx: Kysely<Schema>, workerId: string, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await trx
    .updateTable('jobs')
    .set({ status: 'queued', progress: 0, attempts: sql`attempts + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', 'in', [...jobIds])
    .where('status', '=', 'rendering')
    .where('shared_out', '=', false)
    .where(sql<boolean>`exists (select from segments where job_id = jobs.id and lent_to = ${workerId} and done)`)
    .execute();
  await trx
    .updateTable('segments')
    .set({ done: false, frames_done: 0, frames_per_second: null })
    .where('job_id', 'in', [...jobIds])
    .where('lent_to', '=', workerId)
    .where('done', '=', true)
    .execute();
}
