import { sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Every advisory lock of the program: the first of the two keys of `pg_advisory_xact_lock(int, int)`. The second key is 0,
 * or a hash of a text such as the client. Locks with one bigint key, which pg-boss takes, are in a separate key space of
 * PostgreSQL. A lock is held for one short transaction. Longer work, above all on storage, holds a lease (`lease.ts`).
 */
export const advisoryLocks = {
  /** One process at a time migrates the schema. */
  migrations: 0x72_70_00,
  /** With a hash of the client: the client's active jobs are counted by one submission at a time. */
  admission: 0x72_70_01,
  /** Ids of `job_events` grow in the order of commits. Taken by `lock_job_events()` of migration 0006. */
  jobEvents: 0x72_70_02,
} as const;

/** Every NOTIFY channel of the program. */
export const channels = {
  /** An event of the outbox was released to the relay. */
  outbox: 'reprise_outbox',
  /** Jobs were inserted (no payload) or changed (payload: the job's id). Notified by the triggers of migration 0006. */
  jobs: 'reprise_jobs',
  /** A message to a client is due. Notified by the trigger of migration 0024. */
  callbacks: 'reprise_callbacks',
} as const;

/** Waits for the lock and holds it until the transaction ends. */
export async function lockInTransaction(
  trx: Transaction<Schema>,
  lock: keyof typeof advisoryLocks,
  hashed?: string,
): Promise<void> {
  // Two texts with the same hash only wait for each other.
  const second = hashed === undefined ? sql`0` : sql`hashtext(${hashed})`;
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks[lock])}, ${second})`.execute(trx);
}
