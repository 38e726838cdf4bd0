import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { entriesTable, renderQueue } from './names.ts';

/** Entries that are held start then; no other entry does. */
export const heldUntil = new Date(Date.UTC(9999, 0, 1));

/**
 * Holds the entries of all jobs that no worker has started: workers of any version take none of them. The segments of jobs
 * that have been started, and the entries that join them, are not held.
 */
export async function holdEntries(db: Kysely<Schema>): Promise<void> {
  if (!(await hasEntries(db))) return;
  await sql`
    update ${sql.table(entriesTable)} as entry set start_after = ${heldUntil}
    from jobs where entry.name = ${renderQueue} and entry.state < 'active' and entry.data->>'segment' is null
      and jobs.id = (entry.data->>'job_id')::uuid and jobs.status = 'queued'`.execute(db);
}

/** Workers find the released entries within a second. */
export async function releaseEntries(db: Kysely<Schema>): Promise<void> {
  if (!(await hasEntries(db))) return;
  await sql`
    update ${sql.table(entriesTable)} set start_after = clock_timestamp()
    where name = ${renderQueue} and state < 'active' and start_after = ${heldUntil}`.execute(db);
}

/** Gives the waiting entry of a job, if it has one, another place. Entries of equal turn are taken in the order of `at`. */
export async function moveEntry(
  db: Kysely<Schema>,
  jobId: string,
  { turn, at }: { readonly turn: number; readonly at: Date },
): Promise<void> {
  if (!(await hasEntries(db))) return;
  await sql`
    update ${sql.table(entriesTable)} set priority = ${-turn}, created_on = ${at}
    where name = ${renderQueue} and state < 'active' and data->>'job_id' = ${jobId}
      and data->>'segment' is null`.execute(db);
}

/** False: no queue was ever started on this database. */
async function hasEntries(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${entriesTable}) is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}
