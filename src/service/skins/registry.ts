import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/** A claimed name, and the hash of its bytes, valid while its object has this ETag. */
export interface ClaimedSkin {
  readonly client: string;
  readonly claimed_at: Date;
  readonly sha256: Buffer | null;
  readonly etag: string | null;
}

export async function findSkin(db: Kysely<Schema>, name: string): Promise<ClaimedSkin | null> {
  const row = await db
    .selectFrom('skins')
    .select(['client', 'claimed_at', 'sha256', 'etag'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/** The client that has claimed each name. */
export async function listClients(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('skins').select(['name', 'client']).execute();
  return new Map(rows.map(({ name, client }) => [name, client]));
}

export interface NameClaim {
  readonly name: string;
  readonly client: string;
  /** Whether storage has no object with this name. */
  readonly isVacant: boolean;
}

/**
 * Claims the name for the client and returns the time of the claim; null if it belongs to another client, ignoring case.
 * Atomic: of several concurrent clients, one gets it. A name without an object becomes free an hour after its claim, because
 * the process that received its upload has died or its object was removed.
 */
export async function claimName(db: Kysely<Schema>, { name, client, isVacant }: NameClaim): Promise<Date | null> {
  // Two statements, because both the name and the name in lower case are unique: an update on a conflict of one of them
  // fails if another client's insert is first found by the other.
  const inserted = await sql<Claim>`
    insert into skins (name, client) values (${name}, ${client}) on conflict do nothing
    returning claimed_at as "claimedAt"`.execute(db);
  if (inserted.rows[0] !== undefined) return inserted.rows[0].claimedAt;
  const updated = await sql<Claim>`
    update skins set client = ${client}, claimed_at = clock_timestamp()
    where name = ${name}
      and (client = ${client} or ${isVacant} and claimed_at < clock_timestamp() - interval '1 hour')
    returning claimed_at as "claimedAt"`.execute(db);
  return updated.rows[0]?.claimedAt ?? null;
}

interface Claim {
  readonly claimedAt: Date;
}

/** Gives up the claim of this time; a later one stays. */
export async function releaseName(db: Kysely<Schema>, name: string, claimedAt: Date): Promise<void> {
  await db.deleteFrom('skins').where('name', '=', name).where('claimed_at', '=', claimedAt).execute();
}

/** Records what was stored. If another upload of the client has given up the name in the meantime, claims it again. */
export async function recordHash(
  db: Kysely<Schema>,
  { name, client }: Pick<NameClaim, 'name' | 'client'>,
  hash: { sha256: Buffer; etag: string; bytes: number },
): Promise<void> {
  const { numUpdatedRows } = await db.updateTable('skins').set(hash).where('name', '=', name).executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('skins')
    .values({ name, client, ...hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts as a use of the skin. */
export async function renewClaim(db: Kysely<Schema>, name: string): Promise<void> {
  await db.updateTable('skins').set({ claimed_at: sql`clock_timestamp()` }).where('name', '=', name).execute();
}

/** Whether an unfinished job uses the skin. */
export async function isInUse(db: Kysely<Schema>, name: string): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where(sql<boolean>`options ->> 'skin' = ${name}`)
    // Written out, so that the index of these jobs is used.
    .where(sql<boolean>`status in ('queued', 'downloading', 'rendering')`)
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}
