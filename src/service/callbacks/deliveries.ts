import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/** A message that this process sends now. */
export interface Delivery {
  readonly id: string;
  readonly jobId: string;
  readonly keyId: string;
  readonly event: string;
  readonly createdAt: Date;
  /** From 1. */
  readonly tries: number;
  readonly url: string;
  readonly secret: string;
  readonly isKeyRevoked: boolean;
}

/** A message that was not delivered yet, or never will be. */
export interface UndeliveredCallback {
  readonly id: string;
  readonly jobId: string;
  readonly keyName: string;
  readonly event: string;
  readonly createdAt: Date;
  readonly tries: number;
  /** Null: given up. */
  readonly dueAt: Date | null;
  readonly lastError: string | null;
}

/** Waits before each further try: together almost 24 hours. */
const retrySeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800, 7_200];
/** A process that dies while it sends loses its right to the message after this time, which is longer than a request. */
const leaseSeconds = 60;
const keptDays = 30;

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Takes the message that has been due longest, leaving out these keys; null if none is due. */
export async function takeDelivery(db: Kysely<Schema>, busyKeys: readonly string[]): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    update callbacks set tries = tries + 1, due_at = ${inSeconds(leaseSeconds)}
    from jobs, keys
    where callbacks.id = (
      select id from callbacks where due_at <= clock_timestamp() and key_id <> all(${[...busyKeys]}::text[])
      order by due_at limit 1 for update skip locked
    ) and jobs.id = callbacks.job_id and keys.id = callbacks.key_id
    returning callbacks.id, job_id as "jobId", callbacks.key_id as "keyId", event, callbacks.created_at as "createdAt", tries,
      jobs.callback_url as url, keys.callback_secret as secret, keys.revoked_at is not null as "isKeyRevoked"`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function recordDelivered(db: Kysely<Schema>, { id }: Delivery): Promise<void> {
  await db
    .updateTable('callbacks')
    .set({ due_at: null, delivered_at: sql`clock_timestamp()`, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Makes a message due again whose request this process ended itself. The try does not count. */
export async function putBack(db: Kysely<Schema>, { id, tries }: Delivery): Promise<void> {
  await db
    .updateTable('callbacks')
    .set({ due_at: sql`clock_timestamp()`, tries: tries - 1 })
    .where('id', '=', id)
    // After the lease, another process may have taken or delivered it.
    .where('tries', '=', tries)
    .where('delivered_at', 'is', null)
    .execute();
}

/** Schedules the next try, or gives the message up after the last. Returns whether there is another try. */
export async function recordFailed(
  db: Kysely<Schema>,
  { id, tries, isKeyRevoked }: Pick<Delivery, 'id' | 'tries' | 'isKeyRevoked'>,
  reason: string,
): Promise<boolean> {
  const seconds = isKeyRevoked ? undefined : retrySeconds[tries - 1];
  await db
    .updateTable('callbacks')
    .set({ due_at: seconds === undefined ? null : inSeconds(seconds), last_error: reason.slice(0, 500) })
    .where('id', '=', id)
    // Another process may have delivered it since.
    .where('delivered_at', 'is', null)
    .execute();
  return seconds !== undefined;
}

/** Lists what was tried and not delivered, newest first. */
export async function listUndelivered(db: Kysely<Schema>): Promise<UndeliveredCallback[]> {
  return db
    .selectFrom('callbacks')
    .innerJoin('keys', 'keys.id', 'callbacks.key_id')
    .select([
      'callbacks.id',
      'callbacks.job_id as jobId',
      'keys.name as keyName',
      'callbacks.event',
      'callbacks.created_at as createdAt',
      'callbacks.tries',
      'callbacks.due_at as dueAt',
      'callbacks.last_error as lastError',
    ])
    .where('callbacks.delivered_at', 'is', null)
    .where('callbacks.tries', '>', 0)
    .orderBy('callbacks.created_at', 'desc')
    .limit(1_000)
    .execute();
}

/** Makes messages that were given up due again. Returns how many. */
export async function retryGivenUp(db: Kysely<Schema>): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('callbacks')
    .set({ due_at: sql`clock_timestamp()`, tries: 0 })
    .where('due_at', 'is', null)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function deleteOldCallbacks(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('callbacks')
    .where('due_at', 'is', null)
    .where('created_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${sql.lit(keptDays)})`)
    .execute();
}
