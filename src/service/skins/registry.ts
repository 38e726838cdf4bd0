import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/** A claimed name, and the hash of its bytes, valid while its object has this ETag. */
export interface ClaimedSkin {
  sha256: Buffer | null;
  etag: string | null;
}

export async function findSkin(db: Kysely<Schema>, name: string): Promise<ClaimedSkin | null> {
  const row = await db.selectFrom('skins').select(['sha256', 'etag']).where('name', '=', name).executeTakeFirst();
  return row ?? null;
}

/** The client that has claimed each name. */
export async function listClients(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('skins').select(['name', 'client']).execute();
  return new Map(rows.map(({ name, client }) => [name, client]));
}

export interface NameClaim {
  name: string;
  client: string;
  /** Whether storage has no object with this name. */
  isVacant: boolean;
}

/**
 * Claims the name for the client, unless it belongs to another client, ignoring case. Atomic: of several concurrent
 * clients, one gets it. A name without an object becomes free an hour after its claim, because its
 * upload failed or its object was removed.
 */
export async function claimName(db: Kysely<Schema>, { name, client, isVacant }: NameClaim): Promise<boolean> {
  // Two statements, because both the name and the name in lower case are unique: an update on a conflict of one of them
  // fails if another client's insert is first found by the other.
  const inserted = await sql`
    insert into skins (name, client) values (${name}, ${client}) on conflict do nothing returning name`.execute(db);
  if (inserted.rows.length > 0) return true;
  const updated = await sql`
    update skins set client = ${client}, claimed_at = clock_timestamp()
    where name = ${name}
      and (client = ${client} or ${isVacant} and claimed_at < clock_timestamp() - interval '1 hour')
    returning name`.execute(db);
  return updated.rows.length > 0;
}

export async function recordHash(
  db: Kysely<Schema>,
  name: string,
  { sha256, etag, bytes }: { sha256: Buffer; etag: string; bytes: number },
): Promise<void> {
  await db.updateTable('skins').set({ sha256, etag, bytes }).where('name', '=', name).execute();
}

/** Counts as a use of the skin. */
export async function renewClaim(db: Kysely<Schema>, name: string): Promise<void> {
  await db.updateTable('skins').set({ claimed_at: sql`clock_timestamp()` }).where('name', '=', name).execute();
}
