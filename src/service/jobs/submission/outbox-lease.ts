import { type Kysely, type RawBuilder, sql } from 'kysely';
import { channels, type Schema } from '../../database/index.ts';
import { withoutNul } from '../storable-text.ts';

/**
 * A new job's event is leased until the replay is stored (column `held_until`). The submitting process renews the lease
 * while the upload runs, so an expired lease means that this process died. Releasing the event and failing the job both
 * lock the event's row first: a sweep and a late release can never both succeed.
 */
const leaseSeconds = 90;
export const renewEveryMs = 20_000;
export const leaseExpiry = sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(leaseSeconds)})`;

/** Returns false when the lease was lost: the sweep has failed the job, and the upload should stop. */
export async function renewLease(db: Kysely<Schema>, jobId: string): Promise<boolean> {
  const renewed = await db
    .updateTable('outbox')
    .set({ held_until: leaseExpiry })
    .where('job_id', '=', jobId)
    .where('held_until', 'is not', null)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Releases the event to the relays and notifies them. Returns false when the lease was lost. */
export async function releaseEvent(db: Kysely<Schema>, jobId: string): Promise<boolean> {
  const released = await db
    .with('released', (qb) =>
      qb
        .updateTable('outbox')
        .set({ held_until: null })
        .where('job_id', '=', jobId)
        .where('held_until', 'is not', null)
        .returning('id'),
    )
    .selectFrom('released')
    .select(['id', sql`pg_notify(${channels.outbox}, '')`.as('notified')])
    .execute();
  return released.length > 0;
}

/** Fails a job whose replay could not be stored, and deletes its event. Returns 0 when the event was no longer leased. */
export function failUpload(db: Kysely<Schema>, jobId: string, reason: string): Promise<number> {
  return failJobsOfEvents(
    db,
    sql<number>`select id from outbox where job_id = ${jobId} and held_until is not null for update`,
    reason,
  );
}

/** Fails the jobs whose submitting process died before their replay was stored. Returns how many. */
export function failAbandonedUploads(db: Kysely<Schema>): Promise<number> {
  const abandoned = sql<number>`select id from outbox where held_until < clock_timestamp() for update skip locked`;
  return failJobsOfEvents(db, abandoned, 'The service stopped before the replay was stored.');
}

async function failJobsOfEvents(db: Kysely<Schema>, eventIds: RawBuilder<number>, reason: string): Promise<number> {
  const failed = await db
    .with('deleted', (qb) => qb.deleteFrom('outbox').where('id', 'in', sql<number>`(${eventIds})`).returning('job_id'))
    .updateTable('jobs')
    .set({
      status: 'failed',
      error_code: 'upload/failed',
      error_message: withoutNul(reason),
      beatmap_set_id: null,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', 'in', (eb) => eb.selectFrom('deleted').select('job_id'))
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return Number(failed.numUpdatedRows);
}
