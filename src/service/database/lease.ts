import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** A piece of work that one process at a time may do. */
export interface LeaseOptions {
  readonly name: string;
  /** How long the lease of a process that died keeps others from the work. A live process renews it in time. */
  readonly seconds: number;
}

/**
 * Runs `work` while no other process runs any work under the same lease. Returns null, without running it, when another
 * process holds the lease. It holds no transaction and no connection meanwhile. The signal aborts when the lease is lost or
 * about to expire, because the database is unavailable: then another process may take over.
 */
export async function withLease<T>(
  db: Kysely<Schema>,
  { name, seconds }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T } | null> {
  const lease = { name, holder: randomUUID(), seconds };
  const leaseMs = seconds * 1000;
  const renewEveryMs = leaseMs / 4;
  let expiresAt = performance.now() + leaseMs;
  if (!(await acquire(db, lease))) return null;
  const lost = new AbortController();
  const giveUp = () => lost.abort(new Error(`The lease ${name} was lost.`));
  const timer = setInterval(() => {
    const renewedAt = performance.now();
    // Without a renewal by now, the lease would expire before the next one.
    if (expiresAt - renewedAt < 1.5 * renewEveryMs) giveUp();
    renew(db, lease).then(
      (isRenewed) => {
        if (isRenewed) expiresAt = renewedAt + leaseMs;
        else giveUp();
      },
      () => {},
    );
  }, renewEveryMs);
  try {
    return { result: await work(lost.signal) };
  } finally {
    clearInterval(timer);
    // A lease that cannot be released expires.
    await release(db, lease).catch(() => {});
  }
}

/** Removes the leases of processes that died. */
export async function deleteExpiredLeases(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('leases').where('expires_at', '<', sql<Date>`clock_timestamp()`).execute();
}

interface Lease extends LeaseOptions {
  readonly holder: string;
}

const expiryAfter = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(seconds)})`;

async function acquire(db: Kysely<Schema>, { name, holder, seconds }: Lease): Promise<boolean> {
  const expiry = expiryAfter(seconds);
  const acquired = await db
    .insertInto('leases')
    .values({ name, holder, expires_at: expiry })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at: expiry })
        .where('leases.expires_at', '<', sql<Date>`clock_timestamp()`),
    )
    .executeTakeFirst();
  return acquired.numInsertedOrUpdatedRows === 1n;
}

async function renew(db: Kysely<Schema>, { name, holder, seconds }: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leases')
    .set({ expires_at: expiryAfter(seconds) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function release(db: Kysely<Schema>, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
