import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/** Callbacks older than 5 minutes, or 5 minutes ahead, are refused: a nonce can come again for 10 minutes at most. */
const keptFor = sql<Date>`clock_timestamp() - interval '15 minutes'`;

/** True when it is new. */
export async function rememberNonce(db: Kysely<Schema>, nonce: string): Promise<boolean> {
  const inserted = await db
    .insertInto('nonces')
    .values({ digest: createHash('sha256').update(nonce).digest() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function forgetOldNonces(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('nonces').where('seen_at', '<', keptFor).execute();
}
