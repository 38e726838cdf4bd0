import { type Kysely, type RawBuilder, sql } from 'kysely';
import { channels, type Schema } from '../database/index.ts';
import { printable } from './printable.ts';

/**
 * A new job's event is held until its replay is stored. The hold is a lease: the submitting process renews it while
 * the upload runs, however slow, so a lease that has run out means a process that is gone. Every ending of a hold is
 * decided by the event's row lock, so a sweep and a late release can never both win.
 */
const leaseSeconds = 90;
export const renewEveryMs = 20_000;
export const holdUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(leaseSeconds)})`;

/** False when the hold was lost: the job has been swept, and the upload should stop. */
export async function renewHold(db: Kysely<Schema>, jobId: string): Promise<boolean> {
  const renewed = await db
    .updateTable('outbox')
    .set({ held_until: holdUntil })
    .where('job_id', '=', jobId)
    .where('held_until', 'is not', null)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Lets the event go and wakes the relays. False when the hold was lost. */
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

/** The replay could not be stored: its event is void, the job has failed. 0 when the event was held no more. */
export function failUpload(db: Kysely<Schema>, jobId: string, reason: string): Promise<number> {
  return voidEvents(
    db,
    sql<number>`select id from outbox where job_id = ${jobId} and held_until is not null for update`,
    reason,
  );
}

/** Fails the jobs whose submitting process died before their replay was stored; says how many. */
export function sweepAbandonedUploads(db: Kysely<Schema>): Promise<number> {
  const abandoned = sql<number>`select id from outbox where held_until < clock_timestamp() for update skip locked`;
  return voidEvents(db, abandoned, 'The service stopped before the replay was stored.');
}

async function voidEvents(db: Kysely<Schema>, which: RawBuilder<number>, reason: string): Promise<number> {
  const failed = await db
    .with('voided', (qb) => qb.deleteFrom('outbox').where('id', 'in', sql<number>`(${which})`).returning('job_id'))
    .updateTable('jobs')
    .set({
      status: 'failed',
      error_code: 'upload/failed',
      error_message: printable(reason),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', 'in', (eb) => eb.selectFrom('voided').select('job_id'))
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return Number(failed.numUpdatedRows);
}
